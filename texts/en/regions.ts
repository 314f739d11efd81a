import type { regions as chinese } from '../zh-CN/regions.ts'
import type { Shape } from '../shape.ts'

/** What the regions that every installation begins with are called, behind their countries: short, as columns are narrow. */
export const regions = {
  'us-west': 'West',
  'us-east': 'East',
  'ca-central': 'Central',
  'gb-london': 'London',
  'eu-central': 'Central',
  'ap-southeast': 'SE Asia',
  'jp-east': 'East',
  'cn-south': 'South',
  'cn-east': 'East',
} as const satisfies Shape<typeof chinese>
