import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import { delayAnswer, never, ok, refuse, stubApi, unreachable } from '@/test/api-stub'
import { owner, renderApp } from '@/test/app-harness'
import { openImport, uploadedJob } from '@/test/screens/import-screen'

const upload = 'POST /imports?resource=products&fileName=products.csv'

test('a manager may import and a cashier may not', async () => {
  for (const [role, count] of [
    [2, 1],
    [3, 0],
  ] as const) {
    stubApi({
      'POST /auth/verify': ok({ user: { ...owner, role } }),
      'GET /customers': ok([
        { id: 1, version: 1, name: 'Ada', email: null, phone: null, address: null },
      ]),
    })
    const { unmount } = renderApp('/customer', 't1')
    await screen.findByText('Ada')
    expect(screen.queryAllByRole('button', { name: 'Import' })).toHaveLength(count)
    unmount()
  }
})

test('an empty list offers the import below its hint', async () => {
  stubApi({ 'POST /auth/verify': ok({ user: owner }), 'GET /customers': ok([]) })
  renderApp('/customer', 't1')
  const hint = await screen.findByText('Add your first customer')
  const buttons = screen.getAllByRole('button', { name: 'Import' })
  expect(buttons.some((button) => hint.parentElement?.contains(button))).toBe(true)
})

test('a chosen file is sent with its name, and its columns are asked for @long', async () => {
  const { uploadFile, uploads } = await openImport()
  await uploadFile()
  expect(uploads()).toMatchObject([
    {
      body: 'Item,Price\nFountain pen,24\n',
      token: 't1',
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
    },
  ])
})

test('an upload shows how much is sent @long', async () => {
  const { answer, release } = delayAnswer(ok(uploadedJob))
  const { chooseFile } = await openImport({ [upload]: answer })
  await chooseFile()
  const bar = await screen.findByRole('progressbar', { name: 'Uploading products.csv: 50 %' })
  expect(bar.getAttribute('value')).toBe('50')
  release()
  await screen.findByRole('region', { name: 'Match columns' })
})

test('a file of more than 20 MB is refused before it is sent @long', async () => {
  const { chooseFile, uploads } = await openImport()
  const file = new File(['a'], 'products.csv')
  vi.spyOn(file, 'size', 'get').mockReturnValue(20 * 1024 * 1024 + 1)
  await chooseFile(file)
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^products\.csv: The file is larger than 20 MB\./,
  )
  expect(uploads()).toEqual([])
})

test('a refused file shows the reason, and the user can choose another file @long', async () => {
  const errors = [{ path: 'file', message: 'The file has no rows below its header.' }]
  let answer = refuse(422, { detail: 'Invalid input', errors })
  const { chooseFile } = await openImport({ [upload]: () => answer() })
  await chooseFile()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('products.csv: The file has no rows below its header.')
  answer = ok(uploadedJob)
  await chooseFile()
  await screen.findByRole('region', { name: 'Match columns' })
  expect(alert.isConnected).toBe(false)
})

test('a proxy that refuses the size of a file leads to the same sentence @long', async () => {
  const { chooseFile } = await openImport({ [upload]: () => new Response('', { status: 413 }) })
  await chooseFile()
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^products\.csv: The file is larger than 20 MB\./,
  )
})

test('an unreadable file, such as a folder, is refused without a request @long', async () => {
  const { chooseFile, uploads } = await openImport()
  const file = new File([], 'products.csv')
  file.arrayBuffer = () => Promise.reject(new DOMException('No file', 'NotReadableError'))
  await chooseFile(file)
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^products\.csv: The file cannot be read\./,
  )
  expect(uploads()).toEqual([])
})

test('a retry after a lost answer sends the file with the same key', async () => {
  let answer: () => Response = unreachable
  const { chooseFile, uploads, user } = await openImport({ [upload]: () => answer() })
  await chooseFile()
  const again = await screen.findByRole('button', { name: 'Try again' })
  answer = ok(uploadedJob)
  await user.click(again)
  await screen.findByRole('region', { name: 'Match columns' })
  const [first, second] = uploads()
  expect(first?.key).toBeTruthy()
  expect(second?.key).toBe(first?.key)
})

test('Escape cancels the upload and keeps the dialog, and the next Escape closes it', async () => {
  const { chooseFile, user } = await openImport({ [upload]: never })
  await chooseFile()
  await screen.findByRole('progressbar')
  await user.keyboard('{Escape}')
  expect(screen.getByRole('alert').textContent).toBe('The upload was cancelled.')
  expect(screen.queryByRole('progressbar')).toBeNull()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a file that is cancelled after it was sent may be listed, and the dialog says so', async () => {
  const { chooseFile, user } = await openImport({
    [upload]: () => new Response(new ReadableStream()),
  })
  await chooseFile()
  await screen.findByRole('progressbar', { name: 'Reading products.csv …' })
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.getByRole('alert').textContent).toBe(
    'The upload was cancelled. The server had the whole file, so your profile may list it under Imports for a day.',
  )
})

test('a second file does not start during the upload of the first @long', async () => {
  const { chooseFile, uploads } = await openImport({ [upload]: never })
  await chooseFile()
  await screen.findByRole('progressbar')
  await chooseFile()
  expect(uploads()).toHaveLength(1)
})
