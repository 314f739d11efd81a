import * as boxEnrolmentOperations from './box-enrolment.ts'
import * as boxOperations from './box.ts'
import * as configOperations from './config.ts'
import * as dashboardOperations from './dashboard.ts'
import * as deviceActionOperations from './device-actions.ts'
import * as deviceEditOperations from './device-edit.ts'
import * as deviceRunOperations from './device-run.ts'
import * as deviceShellOperations from './device-shell.ts'
import { deviceTerminalPoint } from './device-terminal.ts'
import * as deviceOperations from './device.ts'
import * as environmentChangeOperations from './environment-changes.ts'
import { environmentImport } from './environment-import.ts'
import * as environmentOpeningOperations from './environment-openings.ts'
import { logUndo } from './undo.ts'
import * as environmentTrashOperations from './environment-trash.ts'
import { environmentAdd, environmentBatchAdd, environmentExport, environmentList } from './environment.ts'
import * as fileOperations from './file.ts'
import * as groupOperations from './group.ts'
import * as jobOperations from './job.ts'
import * as logOperations from './log.ts'
import * as maintainOperations from './maintain.ts'
import * as reportOperations from './report.ts'
import * as scriptOperations from './script.ts'
import * as taskOperations from './task.ts'
import * as userAccountOperations from './user-accounts.ts'
import * as userBatchOperations from './user-batches.ts'
import * as userListOperations from './user-list.ts'
import * as userMessageOperations from './user-messages.ts'
import * as userRegistrationOperations from './user-registration.ts'
import * as userOperations from './user.ts'

/** Every operation of the contract, by its id. */
export const operations = {
  ...boxEnrolmentOperations,
  ...boxOperations,
  ...configOperations,
  ...dashboardOperations,
  ...deviceActionOperations,
  ...deviceEditOperations,
  ...deviceRunOperations,
  ...deviceShellOperations,
  deviceTerminalPoint,
  ...deviceOperations,
  ...environmentChangeOperations,
  environmentImport,
  ...environmentOpeningOperations,
  ...environmentTrashOperations,
  environmentAdd,
  environmentBatchAdd,
  environmentExport,
  environmentList,
  ...fileOperations,
  ...groupOperations,
  ...jobOperations,
  ...logOperations,
  logUndo,
  ...maintainOperations,
  ...reportOperations,
  ...scriptOperations,
  ...taskOperations,
  ...userAccountOperations,
  ...userBatchOperations,
  ...userListOperations,
  ...userMessageOperations,
  ...userRegistrationOperations,
  ...userOperations,
}
