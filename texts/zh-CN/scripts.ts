/** The list of scripts; it comes with its screen. */
export const scripts = {
  title: '脚本管理',
  unit_other: '个脚本',
  hint: '名称、说明',
  editTitle: '编辑脚本',
  empty: {
    title: '还没有脚本',
    hint: '脚本在手机的 shell 中运行，可以带参数，也可以定时执行。',
  },
  action: {
    add: '新建脚本',
    run: '运行',
    history: '执行记录',
    edit: '编辑',
    remove: '删除',
    removeMany: '删除所选',
  },
  field: {
    name: '名称',
    description: '说明',
    parameters: '参数',
    tasks: '定时任务',
    author: '创建人',
    updated_at: '更新时间',
    actions: '操作',
  },
  reason: {
    tooManyScripts: '脚本数量已达上限',
    parameterTwice: '参数名重复',
    scriptTooLong: '脚本连同参数超过手机的上限',
    unknownParameter: '脚本没有此参数',
    changedMeanwhile: '此脚本刚被他人修改。请先复制你写的内容，重新打开后再改',
  },
} as const
