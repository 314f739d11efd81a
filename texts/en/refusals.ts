import type { Shape } from '../shape.ts'
import type { refusals as chinese } from '../zh-CN/refusals.ts'

/** Why a box's phone is not taken, or no longer. */
export const refusals: Shape<typeof chinese> = {
  report: 'The report cannot be read',
  serial: 'The serial number is not valid: letters, digits and _ . : - only, 64 at most',
  state: 'The state is not valid',
  model: 'The model is not valid: too long, or with characters that cannot be kept',
  android_version: 'The Android version is not valid: too long, or with characters that cannot be kept',
  resolution: 'The resolution is not valid: too long, or with characters that cannot be kept',
  ip: 'The IP address is not valid: too long, or with characters that cannot be kept',
  full: 'All slots of the box are taken ({{slots}}): give it more, or take phones away',
  elsewhere:
    'The serial number is registered in another box; once that phone is offline, it moves to a box of the same owner',
  unauthorized: 'adb is not authorized: allow USB debugging on the phone',
  offline: 'Offline in adb: plug the cable in again, or restart the phone',
  no_permissions: 'No permissions for the USB device: set the udev rules of the box',
  same_serial:
    'Another phone of this box has the same USB serial number: plug it into another box, or change one of the numbers',
}
