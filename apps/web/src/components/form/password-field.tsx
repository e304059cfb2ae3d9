import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'

import { Input } from '@/components/ui/input'

import { Field } from './field'

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string
  error: string | undefined
  hint?: string
}

export function PasswordField({ label, error, hint, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} error={error} hint={hint}>
      {(control) => (
        <div className="relative">
          <Input
            {...props}
            {...control}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className="pr-11"
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-controls={control.id}
            disabled={props.disabled}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 inline-flex w-10 items-center justify-center rounded-md text-muted-foreground outline-none hover:text-foreground focus-visible:ring-[3px] focus-visible:ring-ring/60 disabled:pointer-events-none"
          >
            <Icon aria-hidden className="size-4" />
            {/* The name stays and the state says the rest, as a toggle should. */}
            <span className="sr-only">Show {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
