import type { Story } from '../../support/stories/story.ts'
import { addBox } from './add-box.ts'
import { addUser } from './add-user.ts'
import { changePassword } from './change-password.ts'
import { controlTaken } from './control-taken.ts'
import { customerReport } from './customer-report.ts'
import { deletePhones } from './delete-phones.ts'
import { groupShops } from './group-shops.ts'
import { importShops } from './import-shops.ts'
import { liveList } from './live-list.ts'
import { lostWebsocket } from './lost-websocket.ts'
import { manyPhones } from './many-phones.ts'
import { navbar } from './navbar.ts'
import { openShop } from './open-shop.ts'
import { phoneUsage } from './phone-usage.ts'
import { runCommand } from './run-command.ts'
import { runScript } from './run-script.ts'
import { serviceEnds } from './service-ends.ts'
import { session } from './session.ts'
import { sidebar } from './sidebar.ts'
import { signIn } from './sign-in.ts'
import { siteMessages } from './site-messages.ts'
import { timedTask } from './timed-task.ts'
import { uploadFile } from './upload-file.ts'
import { whoDeletedIt } from './who-deleted-it.ts'

/** Every story, in the order in which a newcomer reads them. */
export const stories: readonly Story[] = [
  signIn,
  session,
  liveList,
  sidebar,
  navbar,
  siteMessages,
  serviceEnds,
  changePassword,
  lostWebsocket,
  deletePhones,
  openShop,
  controlTaken,
  manyPhones,
  importShops,
  groupShops,
  runCommand,
  runScript,
  timedTask,
  uploadFile,
  addBox,
  addUser,
  customerReport,
  phoneUsage,
  whoDeletedIt,
]
