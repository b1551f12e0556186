import type { Push, PushOutcome, PushSender } from '../../src/broker/deliveries.ts'

/** One push as it was sent, in words a test can compare. */
type SentPush = { readonly subscription: string; readonly body: string; readonly timeoutMs: number }

type Answer = PushOutcome | Promise<PushOutcome>

/** Sends nothing: writes down what it is given, and answers what the test says; 204 unless told otherwise. */
export class FakePushes implements PushSender {
  readonly sent: SentPush[] = []
  /** What each push is answered. */
  answer: (push: Push) => Answer = () => ({ status: 204 })

  async send(push: Push): Promise<PushOutcome> {
    const { subscription, body } = push.delivery.notification
    this.sent.push({ subscription, body, timeoutMs: push.timeoutMs })
    return this.answer(push)
  }
}
