import type { regions as chinese } from '../zh-CN/regions.ts'
import type { Shape } from '../shape.ts'

/** What the regions that every installation begins with are called. */
export const regions = {
  'us-west': 'Western US',
  'us-east': 'Eastern US',
  'ca-central': 'Canada',
  'gb-london': 'United Kingdom',
  'eu-central': 'Central Europe',
  'ap-southeast': 'Southeast Asia',
  'jp-east': 'Japan',
  'cn-south': 'Southern China',
  'cn-east': 'Eastern China',
} as const satisfies Shape<typeof chinese>
