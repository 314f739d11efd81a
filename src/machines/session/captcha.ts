import { assign, fromPromise, setup } from 'xstate'
import { fetchCaptcha, type Captcha } from '../../api/session-calls.ts'

/** What goes with a try to answer its captcha: nothing where none is required. */
export const captchaAnswer = (captcha: Captcha | null | undefined, read: string) =>
  captcha?.required === true ? { captcha_id: captcha.captcha_id, captcha_val: read.trim() } : {}

/**
 * The picture that tells people from programs, beside a form (SPEC §7). It serves one try: whoever owns the form asks
 * for another one after a failed try, the operator for one that is easier to read.
 */
export const captchaMachine = setup({
  types: {
    context: {} as {
      /** Undefined while it is on its way, null where it could not be had. */
      captcha: Captcha | null | undefined
    },
    events: {} as { type: 'reload' },
  },
  actors: {
    'fetch a captcha': fromPromise<Captcha>(({ signal }) => fetchCaptcha(signal)),
  },
  actions: {
    'put the picture away': assign({ captcha: undefined }),
  },
  guards: {
    'it is required': (_, { required }: Captcha) => required,
  },
}).createMachine({
  id: 'captcha',
  context: { captcha: undefined },
  initial: 'loading',
  states: {
    loading: {
      description: 'A picture is being fetched, or whether one is needed by now.',
      invoke: {
        id: 'fetch',
        src: 'fetch a captcha',
        onDone: [
          {
            guard: { type: 'it is required', params: ({ event }) => event.output },
            target: 'shown',
            actions: assign({ captcha: ({ event }) => event.output }),
          },
          { target: 'notNeeded', actions: assign({ captcha: ({ event }) => event.output }) },
        ],
        onError: { target: 'failed', actions: assign({ captcha: null }) },
      },
    },
    shown: {
      description: 'A picture waits for what it shows.',
      on: { reload: { target: 'loading', actions: 'put the picture away' } },
    },
    notNeeded: {
      description: 'The captcha is switched off, as far as is known: after a failed try it may not be any more.',
      on: { reload: 'loading' },
    },
    failed: {
      description: 'There is no picture; the operator may ask for one.',
      on: { reload: { target: 'loading', actions: 'put the picture away' } },
    },
  },
})
