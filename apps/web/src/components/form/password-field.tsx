import { Eye, EyeOff } from 'lucide-react'
import {
  useState,
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react'

import { Input } from '@/components/ui/input'

import { Field } from './field'

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: string
  error: string | undefined
  hint?: string
}

export function PasswordField({ label, error, hint, ...props }: PasswordFieldProps) {
  const [isVisible, setIsVisible] = useState(false)
  const [hasCapsLock, setHasCapsLock] = useState(false)
  const Icon = isVisible ? EyeOff : Eye

  function updateCapsLock(event: KeyboardEvent | MouseEvent) {
    setHasCapsLock(event.getModifierState('CapsLock'))
  }

  function onBlur(event: FocusEvent<HTMLInputElement>) {
    setHasCapsLock(false)
    props.onBlur?.(event)
  }

  return (
    <Field label={label} error={error} hint={hasCapsLock ? 'Caps Lock is on' : hint}>
      {(control) => (
        <div className="relative">
          <Input
            {...props}
            {...control}
            onKeyDown={updateCapsLock}
            onKeyUp={updateCapsLock}
            onMouseDown={updateCapsLock}
            onBlur={onBlur}
            type={isVisible ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className="pr-11"
          />
          <button
            type="button"
            aria-pressed={isVisible}
            aria-controls={control.id}
            disabled={props.disabled}
            onClick={() => setIsVisible(!isVisible)}
            className="absolute inset-y-0 right-0 inline-flex w-10 items-center justify-center rounded-md text-muted-foreground outline-none hover:text-foreground focus-visible:ring-[3px] focus-visible:ring-ring/60 disabled:pointer-events-none"
          >
            <Icon aria-hidden className="size-4" />
            {/* A toggle keeps its name; aria-pressed tells its state. */}
            <span className="sr-only">Show {label.toLowerCase()}</span>
          </button>
        </div>
      )}
    </Field>
  )
}
