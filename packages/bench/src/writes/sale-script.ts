const lines = [1, 2, 3]
const column = (of: (line: number) => string) => `array[${lines.map(of).join(', ')}]`

/** In the order of the statement's parameters. */
const values = [
  `${column((line) => `:product${line}`)}::int[]`,
  `${column((line) => `:price${line}`)}::int[]`,
  `${column((line) => `:quantity${line}`)}::int[]`,
  `${column((line) => `:total${line}`)}::numeric[]`,
  ':customer',
  'current_date',
  '0',
  '0',
  ':total',
  'null',
  '1',
  'gen_random_uuid()::text',
  `sha256('pgbench')`,
  '(select token_version from users where id = 1)',
  `sha256('a session')`,
]

/** Stockie's statement as a script of pgbench, which sells what the load sells. */
export function saleScript(statement: string): string {
  const chosen = lines.map(
    (line) => `\\set product${line} random(1, 10000)
\\set price${line} random(1, 90)
\\set quantity${line} random(1, 3)
\\set total${line} :price${line} * :quantity${line}`,
  )
  const text = statement.replaceAll(/\$(\d+)/g, (_parameter, number: string) => {
    const value = values[Number(number) - 1]
    if (value === undefined) throw new Error(`The statement has a parameter $${number} more.`)
    return value
  })
  const whole = `\\set total ${lines.map((line) => `:total${line}`).join(' + ')}`
  return [...chosen, whole, '\\set customer random(1, 5000)', `${text.trim()};\n`].join('\n')
}
