import { css } from './css.ts'

/**
 * The least height of the panel with a new card, with as many lines of terms as most languages need. `:room` stands for the empty panel
 * before the script has loaded, and for the panel with the card form afterwards. If a view replaces the form, `ReservedHeight` keeps the
 * height until the width changes. Before the script has loaded, only the page's own styles can reserve space.
 */
export const reservedHeightStyles = css`
  :room {
    --_lines: 10;
    --_summary: 298px;
    --_main: calc(
      var(--_font-size-title) * 1.4 +
        (var(--_font-size-small) * 6 + (var(--_font-size) + var(--_font-size-small)) / 2 * var(--_lines)) *
        var(--_line-height) + 3 * (var(--_label-gap) + var(--_field-height)) + 2 * var(--_field-gap) +
        var(--_button-height) + var(--_space) * 10.5
    );
    min-block-size: calc(var(--_border-width) * 3 + var(--_padding) * 4 + var(--_summary) + var(--_main));
  }
  @container (max-width: 339px) {
    :room {
      --_lines: 11;
      min-block-size: calc(var(--_border-width) * 3 + var(--_space) * 8 + var(--_summary) + var(--_main));
    }
  }
  @container (min-width: 720px) {
    :room {
      --_lines: 9;
      min-block-size: calc(var(--_border-width) * 2 + var(--_padding-wide) * 2 + max(var(--_summary), var(--_main)));
    }
  }
  @container (min-width: 900px) {
    :room {
      --_lines: 6;
    }
  }
`
