import type { TemplateResult } from 'lit'
import { LoadController } from '../parts/load-controller.ts'
import { Screen } from './screen.ts'

/** The page of one object. `Shown` has the object and everything else that the page shows. */
export abstract class ObjectScreen<Shown> extends Screen {
  protected readonly shown = new LoadController<Shown>(
    this,
    () => this.place.id ?? '',
    (signal) => this.load(this.place.id ?? '', signal),
  )

  protected abstract load(id: string, signal: AbortSignal): Promise<Shown>
  protected abstract draw(shown: Shown): TemplateResult

  override render(): TemplateResult {
    return this.shown.draw(this.context.say, (shown) => this.draw(shown))
  }
}
