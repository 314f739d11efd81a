import { expect, test } from 'vitest'
import {
  agentReasons,
  failureOf,
  inChinese,
  lossReasons,
  reasonInEnglish,
  relayReasons,
  runReasons,
  stateReasons,
} from '../../domain/reasons.ts'

const sentences = [agentReasons, relayReasons, lossReasons, runReasons, stateReasons].flatMap((each) =>
  Object.values(each),
)

test.each(sentences)('$zh is said in English, too', ({ zh, en }) => {
  expect(reasonInEnglish(zh)).toBe(en)
  expect(en).not.toMatch(/\p{Script=Han}/u)
})

test('what a program said with a reason stays as it is', () => {
  const { noRelay, scrcpyFailed, scrcpyMissing } = inChinese(agentReasons)
  expect(reasonInEnglish(`${noRelay}：ECONNREFUSED`)).toBe('The relay cannot be reached: ECONNREFUSED')
  expect(reasonInEnglish(`${scrcpyFailed}：no such file（${scrcpyMissing}）`)).toBe(
    'scrcpy did not start on the phone: no such file (where the phone has no scrcpy server of its own, ' +
      'SCRCPY_SERVER_PATH has to be set on the box)',
  )
})

test('what Android says of an app is said with what it means in front, in both languages', () => {
  const reason = failureOf('Failure [INSTALL_FAILED_VERSION_DOWNGRADE]')
  expect(reason).toBe('设备上已有更新的版本（Failure [INSTALL_FAILED_VERSION_DOWNGRADE]）')
  expect(reasonInEnglish(reason)).toBe('The phone has a newer version (Failure [INSTALL_FAILED_VERSION_DOWNGRADE])')
  expect(failureOf('Killed')).toBe('Killed')
})

test('what is none of ours is left alone', () => {
  expect(reasonInEnglish('操作超时：请稍后')).toBe('操作超时：请稍后')
  expect(reasonInEnglish('')).toBe('')
})
