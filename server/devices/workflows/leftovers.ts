import { quoted } from './shell-text.ts'

/** How long what the agent asks of a phone now and then may still take, and how long all may take to end. Tries, a fifth of a second apart. */
const sparingTries = 50
const maxTries = 100

/**
 * Ends what people have left running: processes of the shell's user, and those with the environment of adb's shell, which
 * `su` hands on, whoever they run as. What shows the screen goes on, with its program looked at, for a name is anybody's; so does
 * this script with what started it (`starter`, see `asRoot`): Magisk's `su` is beside it, not above. The agent's questions and a screen that
 * is only starting may finish first. Fails where something is left.
 */
export const endProcesses = `tries=0
while :; do
  kept= spared= found=
  for pid in $$ $starter $(ps -A -o PID,ARGS | sed -nE 's|^ *([0-9]+) +app_process[0-9]* / com\\.genymobile\\.scrcpy\\..*|\\1|p'); do
    if [ "$pid" != $$ ] && [ "$pid" != $starter ]; then
      case "$(readlink "/proc/$pid/exe")" in */app_process*) ;; *) continue ;; esac
    fi
    while [ "\${pid:-0}" -gt 1 ]; do
      kept="$kept $pid "
      pid=$(ps -o PPID -p "$pid" | sed -n 2p | tr -d ' ')
    done
  done
  for pid in $({
    ps -A -o PID,UID,S | sed -nE 's/^ *([0-9]+) +2000 +[^Z ].*/\\1/p'
    grep -lzx TMPDIR=/data/local/tmp /proc/[0-9]*/environ 2>/dev/null | cut -d/ -f3
  } | sort -nu); do
    case "$kept" in *" $pid "*) continue ;; esac
    process=$(ps -o PPID,ARGS -p "$pid" | sed -n '2s/^ *//p')
    parent=\${process%% *}
    [ -n "$process" ] && [ "$parent" != $starter ] || continue
    found=$pid
    if [ "$tries" -lt ${sparingTries} ]; then
      case "$process" in *--phonedeck--*|*com.genymobile.scrcpy.*) spared="$spared $pid "; continue ;; esac
      case "$spared" in *" $parent "*) spared="$spared $pid "; continue ;; esac
    fi
    kill -9 "$pid" 2>/dev/null
  done
  [ -n "$found" ] || break
  tries=$((tries + 1))
  [ "$tries" -lt ${maxTries} ] || { echo "process $found could not be ended" >&2; exit 1; }
  sleep 0.2
done`

/** Folders of shared storage that stay, empty: Android's own. */
const storageFolders = (
  'Alarms Android Android/data Android/media Android/obb Audiobooks DCIM DCIM/Camera Documents Download Movies Music ' +
  'Notifications Pictures Podcasts Recordings Ringtones'
).split(' ')

/**
 * Empties shared storage, and the shell's own folder but for the programs that show the screen (agent/scrcpy-server.ts). Of what Android's media
 * service makes anew at once, `.nomedia` and `.database_uuid`, nothing is asked. Fails where anything else is left.
 */
export const emptyStorage = `storage=$(realpath /sdcard)
[ -d "$storage" ] || storage=/data/media/0
[ -d "$storage" ] || { echo 'there is no shared storage' >&2; exit 1; }
find "$storage" -mindepth 1 ! -type d -delete 2>/dev/null
find "$storage" -mindepth 1 -depth -type d ${storageFolders.map((name) => `! -path "$storage"/${quoted(name)}`).join(' ')} -delete 2>/dev/null
for entry in /data/local/tmp/* /data/local/tmp/.[!.]* /data/local/tmp/..?*; do
  case "$entry" in /data/local/tmp/scrcpy-server*.jar) [ -f "$entry" ] && [ ! -L "$entry" ] && continue ;; esac
  rm -rf "$entry"
done
left=$({
  find "$storage" -mindepth 1 ! -type d ! -name .nomedia ! -name .database_uuid
  find /data/local/tmp -mindepth 1 ! -path '/data/local/tmp/scrcpy-server*.jar'
} 2>/dev/null | head -n 1)
[ -z "$left" ] || { echo "$left is left" >&2; exit 1; }`
