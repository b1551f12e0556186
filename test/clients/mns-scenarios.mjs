/** What the clients of MNS are asked to show about topics, signatures, and what single clients have: id → one sentence, by group. */
export const mnsScenarios = {
  'mns-topics': {
    'create-topic': 'A new topic is 201, the same again 204, with other attributes TopicAlreadyExist',
    'topic-attributes': 'Attributes are read back; setting one keeps the others',
    'topic-value': 'A value out of range is InvalidArgument, an ill-formed name TopicNameInvalid',
    'topic-missing': 'A topic that is not there is TopicNotExist, whatever is asked of it',
    'list-topics': 'Topics are listed by prefix',
    'list-topic-pages': 'Topics are listed in pages that a marker links',
    'delete-topic': 'A deleted topic is gone, with its subscriptions; deleting it again succeeds',
    subscribe: 'A new subscription is 201, the same again 204, another endpoint SubscriptionAlreadyExist',
    'subscribe-refused': 'An endpoint of no kind is EndpointInvalid; without topic it is TopicNotExist',
    'subscription-attributes': 'Attributes of a subscription and their defaults are read back; the strategy is changed',
    'subscription-missing': 'A subscription that is not there is SubscriptionNotExist',
    'list-subscriptions': 'Subscriptions are listed by prefix, and in pages that a marker links',
    unsubscribe: 'A subscription that was removed gets nothing; removing it again succeeds',
    publish: 'A published message is told its id and the MD5 of its body, in upper case',
    'publish-refused': 'A tag of 17 characters and a body that is too long are InvalidArgument',
    'push-queue': 'A queue gets what was published, as XML, JSON or the body alone, before the publish is answered',
    'push-queue-local': 'The address of a queue that the SDK makes of its endpoint leads to the queue here',
    'push-properties': 'User properties of every type travel to the queue',
    'filter-tag': 'A filter tag lets its own tag through, and no other or none',
    'push-http':
      'An HTTP subscriber gets what was published in each format, with a signature that its certificate proves',
    'push-exact':
      'A receiver that goes by the exact spelling of headers and verifies all of x-mns- answers 204 to each format',
    'push-base64': 'A body in base64 stays in base64 on its way',
    'push-retry': 'A push that fails is tried again as its strategy says, by the clock, until it is taken',
    'push-given-up': 'After three further tries in vain, 10 to 20 seconds apart, a push is given up',
    'push-elsewhere':
      'Subscribers by mail and text message are kept, what only they need is taken, and others get the rest',
    account: 'The logging bucket of the account is set and read back',
    'open-service': 'Opening the service tells an order id',
  },
  'mns-java': {
    'transaction-commit': 'A transaction that succeeds delivers its message, a second later',
    'transaction-rollback': 'One that fails, or throws, leaves nothing behind',
    'transaction-check-commit': 'One whose process died is committed by the checker that says it succeeded',
    'transaction-check-rollback': 'One whose process died is rolled back by the checker that says it failed',
    'pull-topic': 'A topic whose queues the SDK makes and subscribes by tag',
    'async-calls': 'Calls that do not block come back with the same answers',
  },
  'mns-go': {
    TestNewClient: 'The package’s own test of a send',
    TestNewClientForAssumeRole: 'The package’s own test of a send with a temporary key',
    TestReceiveClient: 'The package’s own test of a receive and a delete',
  },
  'mns-auth': {
    'right-secret': 'With the right secret every call goes through',
    'wrong-secret': 'With a wrong secret it is SignatureDoesNotMatch',
    'unknown-key': 'With an unknown key id it is InvalidAccessKeyId',
    'temporary-key': 'A temporary key goes through with its token, and is InvalidAccessKeyId with another',
  },
}
