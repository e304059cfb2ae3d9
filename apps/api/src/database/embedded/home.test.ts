import { execFile } from 'node:child_process'
import {
  chmod,
  chown,
  lchown,
  mkdir,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { query, createEmbeddedFixture } from '#test/support/database/embedded-fixture'

const shop = createEmbeddedFixture()

test('the start refuses a copy of a home whose original server is running @long', async () => {
  await shop.start()
  const original = shop.home
  shop.home = path.join(shop.folder, 'copy')
  await promisify(execFile)('cp', ['-a', original, shop.home])
  await expect(shop.start()).rejects.toThrow(`This folder is a copy of ${original}/postgres`)
})

// @holds asvs 1.2.5
test('the start refuses a home whose name the shell of pg_ctl would expand @long', async () => {
  shop.home = path.join(shop.folder, 'a $HOME of one’s own')
  await expect(shop.start()).rejects.toThrow('has a character in its name')
  await mkdir(path.join(shop.folder, 'a `folder`'))
  shop.home = path.join(shop.folder, 'link')
  await symlink('a `folder`', shop.home)
  await expect(shop.start()).rejects.toThrow('has a character in its name')
  shop.home = path.join(shop.folder, 'Lädchen mit Raum')
  expect(await query((await shop.start()).url, 'select 1')).toEqual([1])
})

describe.skipIf(process.platform === 'win32')('a home that others can write', () => {
  const outsider = 65_534

  // @holds asvs 13.3.2
  test('the start refuses a home that its group or all users can write, and writes nothing into it @long', async () => {
    await mkdir(shop.home)
    for (const mode of [0o775, 0o757, 0o777, 0o1777]) {
      await chmod(shop.home, mode)
      await expect(shop.start()).rejects.toThrow(
        `Other users of this machine can write ${shop.home}, and so take over the shop: run chmod go-w ${shop.home} and start again.`,
      )
      expect(await readdir(shop.home)).toEqual([])
    }
    await promisify(execFile)('chmod', ['go-w', shop.home])
    expect(await query((await shop.start()).url, 'select 1')).toEqual([1])
  })

  test('the start checks the folder behind a link, and the secrets of an existing shop @long', async () => {
    await shop.close(await shop.start())
    const target = shop.home
    shop.home = path.join(shop.folder, 'link to it')
    await symlink(target, shop.home)
    const secrets = path.join(target, 'secrets.json')
    await chmod(target, 0o775)
    await chmod(secrets, 0o666)
    await expect(shop.start()).rejects.toThrow(`run chmod go-w ${target} ${secrets} and`)
    await promisify(execFile)('chmod', ['go-w', target, secrets])
    await shop.start()
  })

  test.runIf(process.getuid?.() === 0)(
    'root refuses a home, its link and its secrets if they belong to another user @long',
    async () => {
      await shop.close(await shop.start())
      const secrets = path.join(shop.home, 'secrets.json')
      for (const file of [shop.home, secrets]) {
        await chown(file, outsider, outsider)
        await expect(shop.start()).rejects.toThrow(
          `${file} belongs to the user with the id ${outsider}, who could take over the shop: start Stockie as that user, or run chown -h root ${file}, and start again.`,
        )
        await promisify(execFile)('chown', ['-h', 'root', file])
      }
      const target = shop.home
      shop.home = path.join(shop.folder, 'link')
      await symlink(target, shop.home)
      await lchown(shop.home, outsider, outsider)
      await expect(shop.start()).rejects.toThrow(`${shop.home} belongs to the user`)
      await promisify(execFile)('chown', ['-h', 'root', shop.home])
      await shop.start()
    },
  )
})

test('the home folder ignores itself in git @long', async () => {
  await shop.start()
  expect(await readFile(path.join(shop.home, '.gitignore'), 'utf8')).toBe('*\n')
})

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('a home that the PostgreSQL user cannot enter becomes a link to another folder @long', async () => {
    await chmod(shop.folder, 0o700)
    const server = await shop.start()
    expect(await query(server.url, 'select 1')).toEqual([1])
    const target = await realpath(shop.home)
    expect(target).not.toBe(shop.home)
    await shop.close(server)
    await shop.close(await shop.start())
    await rm(target, { recursive: true })
  })

  test('PostgreSQL runs as the owner of the database files, who stays their owner @long', async () => {
    await shop.close(await shop.start())
    await promisify(execFile)('chown', ['-R', '65534:65534', path.join(shop.home, 'postgres')])
    await shop.close(await shop.start())
    const config = await stat(path.join(shop.home, 'postgres/stockie.conf'))
    expect(config.uid).toBe(65534)
  })
})

// @holds decision 1.1
test('the start explains a home that is not a folder, missing secrets and another PostgreSQL version @long', async () => {
  await writeFile(shop.home, '')
  await expect(shop.start()).rejects.toThrow(`${shop.home} is not a folder: set STOCKIE_HOME`)
  await rm(shop.home)
  await shop.close(await shop.start())
  await writeFile(path.join(shop.home, 'postgres/PG_VERSION'), '17\n')
  await expect(shop.start()).rejects.toThrow(
    'was created by PostgreSQL 17, and this version of Stockie runs 18',
  )
  await rm(path.join(shop.home, 'secrets.json'))
  await expect(shop.start()).rejects.toThrow('secrets.json is missing')
})
