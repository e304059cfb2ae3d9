import { AppError } from '@/errors'

/** Why there is no backup, or none that can be restored, in a sentence that says what to do. */
export class BackupError extends AppError {
  override name = 'BackupError'

  constructor(message: string, cause?: unknown) {
    super('conflict', message, { cause })
  }
}
