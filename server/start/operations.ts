import * as boxEnrolmentOperations from '../boxes/enrolment-operations.ts'
import * as boxTunnelOperations from '../boxes/tunnel-operations.ts'
import * as boxOperations from '../boxes/operations.ts'
import * as configOperations from '../boxes/config-operations.ts'
import * as dashboardOperations from '../dashboard/operations.ts'
import * as deviceActionOperations from '../devices/action-operations.ts'
import * as deviceAppOperations from '../devices/app-operations.ts'
import * as deviceEditOperations from '../devices/edit-operations.ts'
import * as deviceRunOperations from '../jobs/device-operations.ts'
import * as deviceShellOperations from '../devices/shell-operations.ts'
import { deviceTerminalPoint } from '../devices/terminal-operations.ts'
import * as deviceOperations from '../devices/operations.ts'
import * as environmentChangeOperations from '../environments/change-operations.ts'
import { environmentImport } from '../environments/import-operations.ts'
import * as environmentOpeningOperations from '../environments/opening-operations.ts'
import { logUndo } from '../log/undo-operations.ts'
import * as environmentTrashOperations from '../environments/trash-operations.ts'
import { environmentAdd, environmentBatchAdd, environmentExport, environmentList } from '../environments/operations.ts'
import * as fileOperations from '../files/operations.ts'
import * as groupOperations from '../environments/group-operations.ts'
import * as jobOperations from '../jobs/operations.ts'
import * as logOperations from '../log/operations.ts'
import * as maintainOperations from '../messages/notice-operations.ts'
import * as reportOperations from '../reports/operations.ts'
import * as scriptOperations from '../jobs/script-operations.ts'
import * as taskOperations from '../jobs/task-operations.ts'
import * as userAccountOperations from '../people/account-operations.ts'
import * as userBatchOperations from '../people/batch-operations.ts'
import * as userListOperations from '../people/operations.ts'
import * as userMessageOperations from '../messages/operations.ts'
import * as userRegistrationOperations from '../people/registration-operations.ts'
import * as userOperations from '../people/session-operations.ts'

/** Every operation of the contract, by its id. */
export const operations = {
  ...boxEnrolmentOperations,
  ...boxTunnelOperations,
  ...boxOperations,
  ...configOperations,
  ...dashboardOperations,
  ...deviceActionOperations,
  ...deviceAppOperations,
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
