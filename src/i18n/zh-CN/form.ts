/** What all forms say. */
export const form = {
  save: '保存',
  saving: '正在保存…',
  cancel: '取消',
  choose: '请选择',
  none: '无',
  clear: '清除',
  noMatch: '没有匹配的选项',
  showPassword: '显示密码',
  hidePassword: '隐藏密码',
  unsaved: '有未保存的修改，离开后将丢失。',
  discard: '放弃修改',
  stay: '继续编辑',
  problems: {
    required: '必填项',
    pattern: '格式不正确',
    enum: '请选择一个可用的选项',
    notNumber: '请输入数字',
    notWhole: '请输入整数',
    minLength: '至少 {{n}} 个字符',
    maxLength: '最多 {{n}} 个字符',
    minimum: '不能小于 {{n}}',
    maximum: '不能大于 {{n}}',
    minItems: '至少选择 {{n}} 项',
    maxItems: '最多选择 {{n}} 项',
  },
  /** What the patterns of the contract ask for, by field. */
  patterns: {
    user_name: '只能使用中文、字母、数字和 _ . -',
    password: '必须同时包含字母和数字，且不含空格',
    new_password: '必须同时包含字母和数字，且不含空格',
  },
} as const
