import type { SessionUser } from '@stockie/contracts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { Badge } from '@/components/badge'
import { Button } from '@/components/ui/button'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '@/components/ui/card'
import { checkSession } from '@/lib/session/session'

import { LostCodesDialog } from './lost-codes-dialog'
import { ProofDialog } from './proof-dialog'
import { RecoveryCodesDialog } from './recovery-codes-dialog'
import {
  beginSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from './second-factor-requests'
import { SetupDialog } from './setup-dialog'

/** Turns the second factor of the account on and off. */
export function SecondFactorCard({ user: { email, secondFactor = false } }: { user: SessionUser }) {
  const setup = useMutation(beginSecondFactor)
  // Not derived from `secondFactor`, which another tab may change under an open dialog.
  const [opened, setOpened] = useState<'setup' | 'lost' | 'renewal' | 'end' | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)

  function turnOn() {
    setup.mutate()
    setOpened('setup')
  }

  function close() {
    setOpened(null)
    setup.reset()
  }

  function showCodes(recoveryCodes: string[]) {
    close()
    setCodes(recoveryCodes)
  }

  return (
    <Card>
      <CardHeader>
        <div className="flex items-center gap-x-2">
          <CardTitle>Second factor</CardTitle>
          {secondFactor && <Badge>On</Badge>}
        </div>
        <CardDescription>
          {secondFactor
            ? 'To sign in you need your password and a code from the app on your phone.'
            : 'Sign in with a code from an app on your phone as well. A stolen password alone is then useless.'}
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-wrap gap-2">
        {secondFactor && (
          <Button key="renew" variant="outline" onClick={() => setOpened('renewal')}>
            New recovery codes
          </Button>
        )}
        {/* The same button in both states, so that the focus returns to it from the dialog. */}
        <Button
          key="switch"
          variant={secondFactor ? 'outline' : 'default'}
          onClick={secondFactor ? () => setOpened('end') : turnOn}
        >
          {secondFactor ? 'Turn off' : 'Turn on'}
        </Button>
      </CardContent>
      {opened === 'setup' && (
        <SetupDialog
          setup={setup.data}
          error={setup.error}
          onRetry={() => setup.mutate()}
          onConfirmed={(recoveryCodes) => {
            void checkSession()
            if (recoveryCodes) showCodes(recoveryCodes)
            else setOpened('lost')
          }}
          onClose={() => {
            close()
            void checkSession()
          }}
        />
      )}
      {opened === 'lost' && <LostCodesDialog email={email} onRenewed={showCodes} onClose={close} />}
      {opened === 'renewal' && (
        <ProofDialog
          title="New Recovery Codes"
          description="The new codes replace your present ones."
          email={email}
          action={renewRecoveryCodes}
          actionLabel="Create codes"
          onDone={({ recoveryCodes }) => showCodes(recoveryCodes)}
          onClose={close}
        />
      )}
      {opened === 'end' && (
        <ProofDialog
          title="Turn Off Second Factor"
          description="You then sign in with your password alone."
          email={email}
          action={turnOffSecondFactor}
          actionLabel="Turn off"
          isDestructive
          onDone={close}
          onClose={close}
        />
      )}
      {codes !== null && opened === null && (
        <RecoveryCodesDialog codes={codes} email={email} onClose={() => setCodes(null)} />
      )}
    </Card>
  )
}
