// Generated from openapi.yaml by npm run generate.

/** Who may make a call, by its operation's id. */
export const operationRoles = {
  "userLogout": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "userInfo": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "userList": [
    "admin",
    "security",
    "agent",
    "manager"
  ],
  "userPwdModify": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "userContact": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "userInviteCode": [
    "admin",
    "agent",
    "manager"
  ],
  "userMessageList": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "userMessageConfirm": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "userMessageSend": [
    "admin",
    "security",
    "agent",
    "manager"
  ],
  "userAdd": [
    "admin",
    "security",
    "agent",
    "manager"
  ],
  "userEdit": [
    "admin",
    "security",
    "agent",
    "manager"
  ],
  "userDel": [
    "admin",
    "security",
    "agent",
    "manager"
  ],
  "userSwitch": [
    "admin",
    "security",
    "agent",
    "manager"
  ],
  "userRenew": [
    "admin",
    "security",
    "agent",
    "manager"
  ],
  "userPwdReset": [
    "admin",
    "agent",
    "manager"
  ],
  "userExport": [
    "admin",
    "security",
    "agent",
    "manager"
  ],
  "deviceList": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "deviceListByCursor": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "deviceExport": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "deviceEdit": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "deviceDel": [
    "admin",
    "security",
    "agent",
    "manager"
  ],
  "deviceRecover": [
    "admin",
    "security",
    "agent",
    "manager"
  ],
  "deviceChangeIp": [
    "admin",
    "agent",
    "manager",
    "element"
  ],
  "deviceMaintain": [
    "admin",
    "security",
    "agent",
    "manager"
  ],
  "deviceRun": [
    "admin",
    "agent",
    "manager",
    "element"
  ],
  "deviceCare": [
    "admin",
    "security",
    "agent",
    "manager"
  ],
  "deviceApps": [
    "admin",
    "agent",
    "manager",
    "element"
  ],
  "deviceFreed": [
    "admin",
    "agent",
    "manager",
    "element"
  ],
  "deviceStartSettings": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "deviceThread": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "deviceStreamPoint": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "deviceRemoteSession": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "deviceShell": [
    "admin",
    "agent",
    "manager",
    "element"
  ],
  "deviceTerminalPoint": [
    "admin",
    "agent",
    "manager",
    "element"
  ],
  "configStream": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "configRegion": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "maintainNotify": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "maintainEdit": [
    "admin",
    "security"
  ],
  "maintainFrp": [
    "admin",
    "security"
  ],
  "boxList": [
    "admin",
    "security",
    "agent"
  ],
  "boxAdd": [
    "admin",
    "agent"
  ],
  "boxAddUnversioned": [
    "admin",
    "agent"
  ],
  "boxEdit": [
    "admin",
    "agent"
  ],
  "boxDel": [
    "admin",
    "agent"
  ],
  "boxToken": [
    "admin",
    "agent"
  ],
  "dashboardSummary": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "reportSystem": [
    "admin",
    "security",
    "agent"
  ],
  "reportExport": [
    "admin",
    "security",
    "agent"
  ],
  "reportIp": [
    "admin",
    "security",
    "agent"
  ],
  "reportIpExport": [
    "admin",
    "security",
    "agent"
  ],
  "environmentList": [
    "manager",
    "element"
  ],
  "environmentExport": [
    "manager",
    "element"
  ],
  "environmentAdd": [
    "manager",
    "element"
  ],
  "environmentBatchAdd": [
    "manager",
    "element"
  ],
  "environmentEdit": [
    "manager",
    "element"
  ],
  "environmentMove": [
    "manager",
    "element"
  ],
  "environmentOpen": [
    "manager",
    "element"
  ],
  "environmentReopen": [
    "manager",
    "element"
  ],
  "environmentClose": [
    "manager",
    "element"
  ],
  "environmentRun": [
    "manager",
    "element"
  ],
  "environmentRecords": [
    "manager",
    "element"
  ],
  "recordRestore": [
    "manager",
    "element"
  ],
  "environmentAssign": [
    "manager",
    "element"
  ],
  "environmentDel": [
    "manager",
    "element"
  ],
  "environmentTrash": [
    "manager",
    "element"
  ],
  "environmentRestore": [
    "manager",
    "element"
  ],
  "environmentPurge": [
    "manager"
  ],
  "environmentImport": [
    "manager",
    "element"
  ],
  "groupList": [
    "manager",
    "element"
  ],
  "groupAdd": [
    "manager",
    "element"
  ],
  "groupEdit": [
    "manager",
    "element"
  ],
  "groupDel": [
    "manager",
    "element"
  ],
  "logList": [
    "admin",
    "security",
    "agent",
    "manager"
  ],
  "logDetail": [
    "admin",
    "security",
    "agent",
    "manager"
  ],
  "logExport": [
    "admin",
    "security",
    "agent",
    "manager"
  ],
  "logUndo": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "logVerify": [
    "admin"
  ],
  "fileList": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "fileEdit": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "fileDel": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "fileLink": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "scriptList": [
    "admin"
  ],
  "scriptAdd": [
    "admin"
  ],
  "scriptEdit": [
    "admin"
  ],
  "scriptDel": [
    "admin"
  ],
  "scriptRun": [
    "admin"
  ],
  "taskList": [
    "admin"
  ],
  "taskAdd": [
    "admin"
  ],
  "taskEdit": [
    "admin"
  ],
  "taskDel": [
    "admin"
  ],
  "taskSwitch": [
    "admin"
  ],
  "taskRun": [
    "admin"
  ],
  "taskRuns": [
    "admin"
  ],
  "taskPreview": [
    "admin"
  ],
  "runDetail": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "jobList": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "jobDetail": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "jobCancel": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ],
  "jobRetry": [
    "admin",
    "security",
    "agent",
    "manager",
    "element"
  ]
} as const
