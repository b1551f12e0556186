export default () => globalThis.twinmq.stop()
