#!/bin/sh
# Runs a command of billing-checkout as the systemd units do: their user, settings and secrets, which a shell lacks. Installed as
# `billing-checkout` into npm's global folder for programs, `npx billing-checkout …` finds it from every folder. For root, or with sudo.
# systemd-run would lose the working folder and leave the command running after Ctrl-C. Secrets are in the command's environment, which
# root and that user can read.
set -eu

etc=${BILLING_CHECKOUT_ETC:-/etc/billing-checkout}
installed=${BILLING_CHECKOUT_HOME:-/opt/billing-checkout}
user=${BILLING_CHECKOUT_USER:-billing-checkout}

if [ "$(id -u)" != 0 ]; then
  echo "billing-checkout reads secrets that only root can read: run it with sudo." >&2
  exit 1
fi

# The file has the form that systemd reads: NAME=value, with quotes around a value if it needs them.
while IFS= read -r line || [ -n "$line" ]; do
  case $line in '' | '#'* | ';'*) continue ;; esac
  name=${line%%=*}
  value=${line#*=}
  case $value in \"*\") value=${value#\"} value=${value%\"} ;; \'*\') value=${value#\'} value=${value%\'} ;; esac
  export "$name=$value"
done < "$etc/environment"

export DATA_DIR="${DATA_DIR:-/var/lib/billing-checkout}"
if [ -f "$etc/database-url" ]; then DATABASE_URL=$(cat "$etc/database-url"); export DATABASE_URL; fi
if [ -f "$etc/secret-key" ]; then SECRET_KEY=$(cat "$etc/secret-key"); export SECRET_KEY; fi
if [ -f "$etc/metrics-token" ]; then METRICS_TOKEN=$(cat "$etc/metrics-token"); export METRICS_TOKEN; fi

# The audit log names who typed the command.
SUDO_USER=${SUDO_USER:-$(logname 2> /dev/null || id -un)}
export SUDO_USER

# As systemd does: `pg_dump` reads the home folder, and this user may not read root's.
HOME=$(getent passwd "$user" | cut -d: -f6)
export HOME

exec setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups -- "$installed/node_modules/.bin/billing-checkout" "$@"
