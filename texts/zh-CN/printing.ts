/** The system report as it is printed; it comes with the page that is printed. */
export const printing = {
  preview: '打印预览',
  print: '打印',
  loading: '正在准备报告',
  failed: '报告没有加载成功：{{message}}',
  again: '重试',
  title: '设备使用报告',
  everybody: '全部用户',
  range: '{{from}} 至 {{to}}（{{zone}}）',
  facts: { range: '统计时间', market: '市场', by: '汇总方式', made: '生成时间', rolled: '数据截至' },
  everyMarket: '全部市场',
  figures: '概览',
  charts: '每日走势',
  table: '明细',
  total: '合计',
  nothing: '这段时间没有记录。',
  cut: '这里列出前 {{shown, number}} 行，共 {{total, number}} 行；完整的明细请导出 CSV。',
} as const
