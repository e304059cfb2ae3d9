import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswords } from '#src/security/passwords'
import { openProgram, hasTerminals, runOnTerminal, type Result } from '#test/support/built-program'
import { createTestDatabase, type TestDatabase } from '#test/support/database/test-database'

const program = openProgram()
let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const users = (args: string[], input?: string): Promise<Result> =>
  program.run('users', {
    args,
    env: { DATABASE_URL: database.url },
    ...(input !== undefined && { input }),
  })

async function versionOf(email: string): Promise<number> {
  const { rows } = await client.query<{ token_version: number }>(
    'select token_version from users where email = $1',
    [email],
  )
  if (!rows[0]) throw new Error(`There is no account for ${email}.`)
  return rows[0].token_version
}

const add = (email: string, role: string, name = 'Nora Lindqvist') =>
  users(['add', email, '--name', name, '--role', role], 'a good password\n')

test('the users command turns off the second factor of a lost phone @long', async () => {
  await add('Kim@Shop.example', 'cashier', 'Kim')
  await client.query(
    `update users set second_factor_secret = '\\x01', second_factor_step = 1, recovery_salt = '\\x01'
     where email = 'kim@shop.example'`,
  )
  const turnOff = ['second-factor', 'off', 'KIM@shop.example']
  expect(await users(turnOff)).toEqual({
    code: 0,
    stdout: 'Kim <kim@shop.example>, Cashier, signs in without a second factor.\n',
    stderr: '',
  })
  const { rows } = await client.query(
    `select second_factor_secret as secret, recovery_salt as salt from users where email = 'kim@shop.example'`,
  )
  expect(rows).toEqual([{ secret: null, salt: null }])
  expect(await users(['second-factor', 'on', 'kim@shop.example'])).toMatchObject({ code: 2 })
  expect(await users(['second-factor', 'off', 'nobody@shop.example'])).toMatchObject({ code: 1 })
  expect(await users([...turnOff, 'more'])).toMatchObject({ code: 2 })
  await users(['remove', 'kim@shop.example'])
})

// @holds decision 22.2, asvs 6.4.3
test('the users command adds, lists, changes and removes accounts', async () => {
  expect(await users(['list'])).toMatchObject({ code: 0, stdout: 'There are no accounts yet.\n' })
  expect(await add('Nora@Shop.example', 'owner')).toEqual({
    code: 0,
    stdout: 'Added Nora Lindqvist <nora@shop.example>, Owner.\n',
    stderr: '',
  })
  expect(await add('sam@shop.example', 'cashier', 'Sam')).toMatchObject({ code: 0 })
  expect((await users(['list'])).stdout).toBe(
    [
      'E-mail             Name            Role',
      'nora@shop.example  Nora Lindqvist  Owner',
      'sam@shop.example   Sam             Cashier',
      '',
    ].join('\n'),
  )

  const version = await versionOf('sam@shop.example')
  expect(await users(['role', 'SAM@shop.example', 'manager'])).toMatchObject({
    code: 0,
    stdout: 'Now Sam <sam@shop.example>, Manager.\n',
  })
  expect(await versionOf('sam@shop.example')).toBe(version + 1)
  expect(await users(['password', 'sam@shop.example'], 'another good one\n')).toMatchObject({
    code: 0,
    stdout: 'Changed the password of Sam <sam@shop.example>, Manager.\n',
  })
  expect(await versionOf('sam@shop.example')).toBe(version + 2)
  expect(await users(['remove', 'sam@shop.example'])).toMatchObject({
    code: 0,
    stdout: 'Removed Sam <sam@shop.example>, Manager.\n',
  })
  expect((await users(['list'])).stdout).not.toContain('sam@shop.example')
})

// @holds asvs 16.4.1
test('the users command escapes control characters in names @long', async () => {
  const escaped = 'Nora\\u001b[2J\\u202e\\u009b31m\\u000dLindqvist <esc@shop.example>, Cashier'
  expect(
    await add('esc@shop.example', 'cashier', 'Nora\u001b[2J\u202e\u009b31m\rLindqvist'),
  ).toMatchObject({ code: 0, stdout: `Added ${escaped}.\n` })
  expect(await users(['remove', 'esc@shop.example'])).toMatchObject({
    stdout: `Removed ${escaped}.\n`,
  })
  expect(await users(['list\u001b[2J'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('There is no command "list\\u001b[2J".'),
  })
})

test('the users command refuses to remove or demote the last owner @long', async () => {
  const refusal = {
    code: 1,
    stdout: '',
    stderr: 'nora@shop.example is the only owner left: make another account an owner first.\n',
  }
  const version = await versionOf('nora@shop.example')
  expect(await users(['remove', 'nora@shop.example'])).toEqual(refusal)
  expect(await users(['role', 'nora@shop.example', 'manager'])).toEqual(refusal)
  expect(await versionOf('nora@shop.example')).toBe(version)

  expect(await add('second@shop.example', 'owner')).toMatchObject({ code: 0 })
  const both = await Promise.all([
    users(['remove', 'nora@shop.example']),
    users(['remove', 'second@shop.example']),
  ])
  expect(new Set(both.map(({ code }) => code))).toEqual(new Set([0, 1]))
})

test.each([
  [[], 'Name a command.'],
  [['lsit'], 'There is no command "lsit".'],
  [['add'], 'Name the e-mail of the account.'],
  [['add', 'nonsense', '--name', 'X', '--role', 'owner'], 'Invalid email address.'],
  [['add', 'x@shop.example', '--role', 'owner'], 'A name is required'],
  [['add', 'x@shop.example', '--name', 'X'], 'A role is owner, manager or cashier.'],
  [['role', 'x@shop.example', '4'], 'A role is owner, manager or cashier.'],
  [['list', '--all'], "Unknown option '--all'"],
])(
  'the users command answers the wrong arguments %j with an error and its usage @long',
  async (args, sentence) => {
    const { code, stdout, stderr } = await users(args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(sentence)
    expect(stderr).toContain('npm run users -- add <email>')
  },
)

// @holds asvs 6.4.3
test('the users command refuses a password as an argument and does not repeat it', async () => {
  const answer = await users(['password', 'x@shop.example', 'my-secret-password'])
  expect(answer.code).toBe(2)
  expect(JSON.stringify(answer)).not.toContain('my-secret-password')
})

test.each(['--help', 'help'])('the users command prints its usage for %s @long', async (word) => {
  expect(await users([word])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Usage:/),
  })
})

test.each([
  [['role', 'nobody@shop.example', 'owner'], 'There is no account for nobody@shop.example.\n'],
  [['password', 'nobody@shop.example'], 'There is no account for nobody@shop.example.\n'],
  [['remove', 'nobody@shop.example'], 'There is no account for nobody@shop.example.\n'],
])('the users command refuses a missing account: %j @long', async (args, stderr) => {
  expect(await users(args)).toEqual({ code: 1, stdout: '', stderr })
})

test('the users command refuses to add an account with an e-mail that is taken @long', async () => {
  await add('twice@shop.example', 'cashier')
  const again = ['add', 'twice@shop.example', '--name', 'X', '--role', 'cashier']
  expect(await users(again, '')).toMatchObject({
    code: 1,
    stderr: 'There is already an account for twice@shop.example.\n',
  })
  expect(await add('Twice@shop.example', 'cashier')).toMatchObject({
    code: 1,
    stderr: 'There is already an account for Twice@shop.example.\n',
  })
})

test.each([
  ['short\n', 'Password must be at least 8 characters long.\n'],
  ['password\n', 'Password is one of the most common ones: please choose another.\n'],
  ['', 'The password is missing: type it, or pipe it to standard input.\n'],
])('the users command refuses the password %j @long', async (input, stderr) => {
  expect(
    await users(['add', 'new@shop.example', '--name', 'New', '--role', 'cashier'], input),
  ).toEqual({ code: 1, stdout: '', stderr })
})

// @holds asvs 6.2.5
test('the users command keeps the blanks around a password and ignores further lines @long', async () => {
  await users(
    ['add', 'blanks@shop.example', '--name', 'B', '--role', 'cashier'],
    '  two blanks \r\nanother line\n',
  )
  const { rows } = await client.query<{ password_hash: string }>(
    `select password_hash from users where email = 'blanks@shop.example'`,
  )
  const passwords = createPasswords()
  expect(await passwords.matches('  two blanks ', rows[0]?.password_hash)).toBe(true)
  await passwords.close()
})

test('the users command explains that the database cannot be reached', async () => {
  const env = { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing' }
  const { code, stderr } = await program.run('users', { args: ['list'], env })
  expect(code).toBe(1)
  expect(stderr).toBe(
    'The database cannot be reached: check that it runs. If you set DATABASE_URL, check its value too.\n',
  )
})

const runWithAnswers = (args: string[], answers: string[]) =>
  runOnTerminal([program.file('users'), ...args], answers, { DATABASE_URL: database.url })

test.runIf(hasTerminals)(
  'the users command prompts twice for a password on a terminal without echo @long',
  async () => {
    const args = ['add', 'typed@shop.example', '--name', 'T', '--role', 'cashier']
    expect(await runWithAnswers(args, ['one password', 'another one'])).toBe(
      'New password: \r\nRepeat the password: \r\nThe two passwords differ.\r\nexit 1',
    )
    expect(await runWithAnswers(args, ['one password', 'one password'])).toBe(
      'New password: \r\nRepeat the password: \r\nAdded T <typed@shop.example>, Cashier.\r\nexit 0',
    )
    expect(await runWithAnswers(['password', 'typed@shop.example'], ['\u0003'])).toBe(
      'New password: \r\nexit 130',
    )
  },
)

test('the users command lists an account without a valid role with no access', async () => {
  await client.query(
    `insert into users (email, name, role, password_hash) values ('tom@shop.example', 'Tom', 4, '$2b$12$' || repeat('x', 53))`,
  )
  expect((await users(['list'])).stdout).toMatch(/^tom@shop\.example +Tom +no access$/m)
})
