import type { agent as chinese } from '../zh-CN/agent.ts'
import type { Shape } from '../shape.ts'

/** What a box’s agent says of its phones, of a command, or of its tunnel. */
export const agent = {
  phoneClosed: 'The phone has closed the connection',
  phoneSilent: 'The phone does not answer',
  phoneUnlisted: 'adb no longer finds the phone',
  adbServerGone: 'The adb server has stopped',
  boxFull: 'The box has too many phones',
  stopping: 'The box agent is stopping',
  scrcpyEnded: 'scrcpy has ended on the phone',
  scrcpyLate: 'The phone did not send its picture in time',
  scrcpyFailed: 'scrcpy did not start on the phone: {{said}}',
  scrcpyMissing:
    'scrcpy did not start on the phone: {{said}} (where the phone has no scrcpy server of its own, SCRCPY_SERVER_PATH has to be set on the box)',
  noControl: 'The phone takes no control',
  noSuchPhone: 'The box has no such phone',
  tooLate: 'The command came too late',
  tooManyStreams: 'The box sends too many pictures',
  tooManyTerminals: 'The box has too many terminals open',
  noTerminal: 'The phone’s Android is too old to open a terminal',
  terminalFailed: 'The terminal could not be opened on the phone: {{said}}',
  terminalEnded: 'The terminal has ended unexpectedly on the phone',
  badRelay: 'The address of the relay is not valid',
  noShell: 'The phone’s Android is too old to run scripts',
  shellFailed: 'The script could not be run on the phone: {{said}}',
  tooMuchWork: 'The box runs too many scripts at once',
  workUnknown: 'The box agent was restarted; what came of the script is not known',
  badTransfer: 'The address to transfer to is not valid',
  transferFailed: 'The transfer with the server broke off: {{said}}',
  transferRefused: 'The server refused the transfer (HTTP {{status}})',
  transferDamaged: 'What was transferred is incomplete or damaged',
  transferUnread: 'The script did not read all that was transferred',
  noRelay: 'The relay cannot be reached: {{said}}',
  frpcMissing: 'The box has no frpc; install it on its PATH',
  frpcEnded: 'frpc has ended',
  frpcExited: 'frpc has ended ({{code}})',
} as const satisfies Shape<typeof chinese>
