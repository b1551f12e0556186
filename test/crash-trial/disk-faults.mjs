const journal = String.raw`\.journal(?:\.\d+)?`
const changes = ['write', 'writeSync', 'open', 'fsync', 'fdatasync', 'rename', 'unlink', 'mkdir', 'truncate']

/** The journal breaks by one write; what comes with it keeps it broken. */
const broken = { calls: ['write', 'writeSync'], path: journal, effect: 'fail', code: 'EIO', times: 1 }

/**
 * What befalls the disk. `rules`: see failing-disk.mjs. Of the three kinds, one that `degrades` lasts until twinmq has
 * said so and refused work for a while; one that is `harmless` goes unnoticed by clients; one that is `deadly` kills the
 * process by itself. `fills`: happens at a fold, so the journal is filled.
 */
export const diskFaults = [
  degrading('disk full, half a line written', [fail('ENOSPC', ['write', 'writeSync'], { halfway: true })]),
  degrading('I/O errors on writes', [fail('EIO', ['write', 'writeSync'])]),
  degrading('I/O errors on syncs', [broken, fail('EIO', ['fsync', 'fdatasync'])]),
  degrading('disk full, no file can be made', [broken, fail('ENOSPC', ['open'])]),
  degrading('no file can be renamed', [broken, fail('EIO', ['rename'])]),
  degrading('read-only', [fail('EROFS', changes)]),
  degrading('folder removed', [fail('ENOENT', ['open', 'mkdir'])], { removesFolder: true }),
  harmless('short writes', [{ calls: ['write', 'writeSync'], effect: 'short' }]),
  harmless('failed rename at a fold', [fail('EIO', ['rename'])], { fills: true }),
  harmless('failed removals at a fold', [fail('EIO', ['unlink'], { path: journal })], { fills: true }),
  harmless('disk full at a fold', [fail('ENOSPC', ['write', 'open'], { path: String.raw`\.tmp` })], { fills: true }),
  deadly('killed halfway through a line', [die('die', ['write', 'writeSync'], { path: journal, halfway: true })], {
    spread: 200,
  }),
  deadly('killed halfway through a snapshot', [die('die', ['write'], { path: String.raw`\.tmp`, halfway: true })], {
    fills: true,
  }),
  deadly('killed before the rename of a snapshot', [die('die', ['rename'], { path: String.raw`\.json` })], {
    fills: true,
  }),
  deadly('killed after the rename of a snapshot', [die('dieAfter', ['rename'], { path: String.raw`\.json` })], {
    fills: true,
  }),
  deadly('killed before a segment is removed', [die('die', ['unlink'], { path: journal })], { fills: true }),
  deadly('killed after a segment was removed', [die('dieAfter', ['unlink'], { path: journal })], { fills: true }),
  deadly('killed after the rename while recovering', [
    broken,
    die('dieAfter', ['rename'], { path: String.raw`\.json` }),
  ]),
  deadly('killed before the rename while recovering', [broken, die('die', ['rename'], { path: String.raw`\.json` })]),
]

function degrading(name, rules, more = {}) {
  return { name, kind: 'degrades', rules, ...more }
}

function harmless(name, rules, more = {}) {
  return { name, kind: 'harmless', rules, ...more }
}

/** `spread`: the call that is hit is one of the first so many. */
function deadly(name, rules, more = {}) {
  return { name, kind: 'deadly', rules, ...more }
}

function fail(code, calls, more = {}) {
  return { calls, effect: 'fail', code, ...more }
}

function die(effect, calls, more = {}) {
  return { calls, effect, ...more }
}
