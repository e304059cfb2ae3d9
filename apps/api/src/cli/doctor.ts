import { parseArgs, styleText } from 'node:util'
import type { Finding } from '#src/cli/doctor/check'
import { readSettings } from '#src/cli/doctor/examine'
import { describeRepair, repairStock } from '#src/cli/doctor/repair-stock'
import type { OpenDatabase } from '#src/database/open-database'
import { readVariables } from '#src/env'
import { escapeControlCharacters, formatCommandHint, print } from '#src/server/console'
import { onSignal } from '#src/server/shutdown'
import { Interrupted, runCommand } from './command'
import { withMigratedDatabase } from './database-access'
import { examine } from './doctor/examine'
import { formatTable } from './format'

const usage = `Usage:
  npm run doctor                    prints a table
  npm run doctor -- --json          prints the same for programs
  npm run doctor -- --mend-stock    sets each stock to what its movements come to

Looks at everything that Stockie stands on and changes nothing: settings, disk, database, schema,
accounts, clock, stock, totals, records and backups. It ends with 1 where something is wrong. With
--mend-stock it looks at nothing else, and tells which stocks it has changed: count these.`

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

const colours = { ok: 'green', look: 'yellow', wrong: 'red' } as const

/** The findings as a table; on a terminal in colour, and no wider than it is. */
function showFindings(findings: Finding[], terminal: NodeJS.WriteStream): string {
  const widest = Math.max(...findings.map(({ check }) => check.length))
  const room = terminal.isTTY ? Math.max(40, terminal.columns - widest - 10) : Infinity
  const rows = findings.flatMap(({ check, state, found }) =>
    wrap(escapeControlCharacters(found), room).map((line, index) =>
      index === 0 ? [check, state, line] : ['', '', line],
    ),
  )
  const table = formatTable([['What', 'State', 'Found'], ...rows])
  if (!terminal.isTTY || !terminal.hasColors()) return table
  return table.replaceAll(
    /^(\S.*? {2})(ok|look|wrong)(?= )/gm,
    (_line, before: string, state: Finding['state']) => before + styleText(colours[state], state),
  )
}

/** Lines of whole words, each as long as there is room. */
function wrap(text: string, room: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line && line.length + word.length >= room) {
      lines.push(line)
      line = word
    } else {
      line = line ? `${line} ${word}` : word
    }
  }
  return [...lines, line]
}

await runCommand(usage, async () => {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean' },
      'mend-stock': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    print(formatCommandHint(usage))
    return
  }
  if (values['mend-stock']) {
    const mended = await withMigratedDatabase(({ url }) => repairStock(url))
    print(describeRepair(mended))
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
