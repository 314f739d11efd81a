import { createInstance } from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { scheduleText } from '../../src/screens/jobs/schedule-words.ts'
import { schedules as english } from '../../texts/en/schedules.ts'
import { schedules as chinese } from '../../texts/zh-CN/schedules.ts'

const i18n = createInstance()
beforeAll(() =>
  i18n.init({
    lng: 'zh-CN',
    interpolation: { escapeValue: false },
    resources: { 'zh-CN': { translation: { schedules: chinese } }, en: { translation: { schedules: english } } },
  }),
)

/** By hand. */
test.each([
  ['30 9 * * *', '每天 09:30', 'Every day 09:30'],
  ['0 5 1 * *', '每月 1 日 05:00', 'On day 1 of each month at 05:00'],
  ['0 5 1,15 * *', '每月 1、15 日 05:00', 'On days 1 and 15 of each month at 05:00'],
  ['0 5 1,11,21 * ?', '每月 1、11、21 日 05:00', 'On days 1, 11 and 21 of each month at 05:00'],
  ['0 5 1-7 * *', '每月 1–7 日 05:00', 'On days 1–7 of each month at 05:00'],
  ['30 8,20 28 * *', '每月 28 日 08:30、20:30', 'On day 28 of each month at 08:30 and 20:30'],
  ['0 23 L * *', '每月最后一天 23:00', 'On the last day of each month at 23:00'],
  ['0 23 15,L * *', '每月 15 日和最后一天 23:00', 'On day 15 and the last day of each month at 23:00'],
  ['0 9 * * 5L', '每月最后一个周五 09:00', 'On the last Friday of each month at 09:00'],
  ['0 9 * * MON#2', '每月第二个周一 09:00', 'On the second Monday of each month at 09:00'],
  [
    '0 9 * * 1#1,1#3',
    '每月第一个周一和第三个周一 09:00',
    'On the first Monday and the third Monday of each month at 09:00',
  ],
  ['0 0 1 1 *', '每年 1 月 1 日 00:00', 'On day 1 of January at 00:00'],
  ['0 4 1 1,4,7,10 *', '每年 1、4、7、10 月 1 日 04:00', 'On day 1 of January, April, July and October at 04:00'],
  ['15 6 L 2 *', '每年 2 月最后一天 06:15', 'On the last day of February at 06:15'],
  ['0 7 * 11 4#4', '每年 11 月第四个周四 07:00', 'On the fourth Thursday of November at 07:00'],
  // What a few words can't say stays as it is written.
  ['0 9 13 * 5', '0 9 13 * 5', '0 9 13 * 5'],
  ['0 9 * * 1,5L', '0 9 * * 1,5L', '0 9 * * 1,5L'],
  ['0 9 */2 * *', '0 9 */2 * *', '0 9 */2 * *'],
  ['0,30 9 1 * *', '0,30 9 1 * *', '0,30 9 1 * *'],
  ['0 9 * 6 *', '0 9 * 6 *', '0 9 * 6 *'],
  ['0 0 31 2 *', '0 0 31 2 *', '0 0 31 2 *'],
  ['not one', 'not one', 'not one'],
])('%s is said as %s, in English as %s', (cron, inChinese, inEnglish) => {
  expect(scheduleText(i18n.getFixedT('zh-CN'), cron)).toBe(inChinese)
  expect(scheduleText(i18n.getFixedT('en'), cron)).toBe(inEnglish)
})
