/** What somebody new does first; it comes while any of it is left to do. */
export const firstSteps = {
  title: '开始使用',
  progress: '{{done}} / {{total}}',
  dismiss: '不再显示',
  done: '已完成',
  open: '未完成',
  ask: '由您的上级添加或分配给您，需要时请联系上级。',
  noMarket: '您的账号还没有开通市场，请联系上级。',
  step: {
    box: { title: '接入一个盒子', hint: '添加盒子，在设备旁边运行它的代理，设备会自动登记。', go: '添加盒子' },
    agent: { title: '开通一个代理', hint: '代理管理自己的盒子和客户。', go: '添加代理' },
    manager: { title: '开通一个客户', hint: '为客户的负责人建立账号，并选择可用的市场。', go: '添加客户' },
    element: { title: '添加一名成员', hint: '成员使用您分配的设备，打开自己的店铺。', go: '添加成员' },
    phones: { title: '把设备分给成员', hint: '在设备列表中选择设备，点“分配给…”。', go: '分配设备' },
    phonesOfAgent: { title: '把设备分给客户', hint: '在设备列表中选择设备，点“分配给…”。', go: '分配设备' },
    script: { title: '写一个脚本', hint: '在许多设备上运行同一件事，也可以定时执行。', go: '新建脚本' },
    shop: { title: '添加一个店铺', hint: '新建环境，或从表格导入。', go: '添加店铺' },
    open: { title: '打开一个店铺', hint: '在店铺所在行点“打开”，几秒后就能操作。', go: '去打开' },
  },
} as const
