import type { Page } from '@playwright/test'

/** The card of the profile that turns the second factor on and off. */
export function secondFactorCard(page: Page) {
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  const setup = page.getByRole('dialog', { name: 'Turn On Second Factor' })

  return {
    badge: page.getByText('On', { exact: true }),
    turnOn: page.getByRole('button', { name: 'Turn on' }),
    turnOff: page.getByRole('button', { name: 'Turn off' }),
    newCodes: page.getByRole('button', { name: 'New recovery codes' }),
    setup,
    qrCode: page.getByRole('img', { name: 'QR code for the authenticator app' }),
    password: page.getByLabel('Password', { exact: true }),
    code: page.getByLabel('Code', { exact: true }),
    lostCodes: page.getByRole('dialog', { name: 'The Second Factor Is On' }),
    codesDialog: page.getByRole('dialog', { name: 'Recovery Codes' }),
    codes,
    /** The secret that the setup shows, in groups of four. */
    async secret() {
      const text = await setup.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).innerText()
      return text.replaceAll(' ', '')
    },
    /** Fills in and submits what proves who asks. */
    async prove(proof: { password: string; code: string }) {
      await this.password.fill(proof.password)
      await this.code.fill(proof.code)
      await this.code.press('Enter')
    },
  }
}
