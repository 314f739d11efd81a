import { actionRules, type PhoneAction } from '../../../domain/phone-actions.ts'
import { argumentFileMachine } from '../../machines/jobs/argument-file.ts'
import type { FieldBinding } from '../../ui/form/form-binding.ts'
import { useFileDrop } from '../../ui/use-file-drop.ts'
import { useCurrentUser } from '../session/session-context.tsx'
import { useScreenActor } from '../shell/use-screen-actor.ts'

/**
 * A file that is dropped anywhere into the form of an action, uploaded, and chosen in a field once it is there.
 *
 * @param action - what the form is about; undefined where that is no action
 */
export function useArgumentFile(field: FieldBinding<number | null>, action: PhoneAction | undefined) {
  const { id } = useCurrentUser()
  const upload = useScreenActor(argumentFileMachine, { input: { userId: id } }, ({ context: { chosen } }) => {
    if (chosen !== undefined) field.change(chosen)
  })
  const take = (files: readonly File[]) =>
    upload.send({ type: 'DROP', files, wants: action === 'install' ? 'app' : 'file' })
  const drop = useFileDrop(take)
  const isWanted = action !== undefined && actionRules[action].argument === 'file_id'
  return { upload, take, isOver: isWanted && drop.isOver, handlers: isWanted ? drop.handlers : {} }
}

export type ArgumentFile = ReturnType<typeof useArgumentFile>
