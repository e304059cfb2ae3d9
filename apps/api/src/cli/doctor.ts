import { parseArgs } from 'node:util'
import type { OpenDatabase } from '@/database/open-database'
import { readVariables } from '@/env'
import { onSignal } from '@/main/on-signal'
import { asTypedHere } from '@/main/as-typed-here'
import { tell } from '@/main/tell'
import { describeMended } from './doctor/describe-mended'
import { examine } from './doctor/examine'
import type { Finding } from './doctor/finding'
import { mendStock } from './doctor/mend-stock'
import { readSettings } from './doctor/read-settings'
import { showFindings } from './doctor/show-findings'
import { Interrupted } from './interrupted'
import { runCommand } from './run-command'
import { withDatabase } from './with-database'

const usage = `Usage:
  npm run doctor                    prints a table
  npm run doctor -- --json          prints the same for programs
  npm run doctor -- --mend-stock    sets each stock to what its movements come to

Looks at everything that Stockie stands on and changes nothing: settings, disk, database, schema,
accounts, clock, stock, totals, records and backups. It ends with 1 where something is wrong. With
--mend-stock it looks at nothing else, and tells which stocks it has changed: count these.`

await runCommand(usage, async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean' },
      'mend-stock': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    tell(asTypedHere(usage))
    return
  }
  if (values['mend-stock']) {
    const mended = await withDatabase(({ url }) => mendStock(url))
    tell(describeMended(mended))
    return
  }
  let opening: Promise<OpenDatabase> | undefined
  const interrupted = new Promise<never>((_resolve, reject) => {
    onSignal(
      () => reject(new Interrupted('Interrupted.')),
      () => process.exit(130),
    )
  })
  try {
    const settings = readSettings(readVariables())
    const examining = examine(settings, (begun) => void (opening = begun))
    report(await Promise.race([interrupted, examining]), values.json ?? false)
  } finally {
    // An embedded server that was started for this ends with it; one that runs anyway goes on.
    await opening?.then(
      ({ close }) => close(),
      () => {},
    )
  }
})

function report(findings: Finding[], asJson: boolean): void {
  const wrong = findings.filter(({ state }) => state === 'wrong').length
  const look = findings.filter(({ state }) => state === 'look').length
  if (wrong > 0) process.exitCode = 1
  if (asJson) {
    process.stdout.write(`${JSON.stringify(findings, null, 2)}\n`)
    return
  }
  const summary = `${findings.length} looked at: ${wrong} wrong, ${look} worth a look.`
  process.stdout.write(`${showFindings(findings, process.stdout)}\n\n${summary}\n`)
}
