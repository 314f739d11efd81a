/** What the regions that every installation begins with are called. */
export const regions = {
  'us-west': '美国西部',
  'us-east': '美国东部',
  'ca-central': '加拿大',
  'gb-london': '英国',
  'eu-central': '欧洲中部',
  'ap-southeast': '东南亚',
  'jp-east': '日本',
  'cn-south': '中国南部',
  'cn-east': '中国东部',
} as const
