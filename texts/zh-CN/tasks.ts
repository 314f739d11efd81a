/** The list of timed tasks; it comes with their screens. */
export const tasks = {
  title: '定时任务',
  unit_other: '个任务',
  hint: '任务名称',
  editTitle: '编辑任务',
  empty: {
    title: '还没有定时任务',
    hint: '让脚本或操作在指定时间、指定设备上自动执行。',
  },
  action: {
    add: '新建任务',
    run: '立即执行',
    history: '执行记录',
    edit: '编辑',
    enable: '启用',
    disable: '停用',
    remove: '删除',
    removeMany: '删除所选',
  },
  field: {
    name: '名称',
    enabled: '状态',
    work: '执行内容',
    targets: '目标设备',
    schedule: '时间',
    next_run_at: '下次执行',
    last_state: '最近一次',
    last_job_at: '最近一次',
    note: '备注',
    actions: '操作',
  },
} as const
