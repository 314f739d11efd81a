import { codes } from '../../domain/codes.ts'
import { wrongArgument, type ActionArguments, type PhoneAction } from '../../domain/phone-actions.ts'
import { reason } from '../../texts/reason.ts'
import { isSharedName } from '../devices/workflows/shared-files.ts'
import { invalidFields, Refusal } from '../http/refusal.ts'
import type { Queries } from '../store/store.ts'
import type { Person } from '../store/users.ts'

/**
 * What an action is about, once it is known to be there and to suit the action; and what people call it: the file, the
 * app, or nothing.
 *
 * @param prefix of the names of the fields, in a refusal
 * @throws Refusal 40000 for arguments that don't suit, 40400 for a file that the caller can't see, 40900 for one that is no use
 */
export async function argumentsOf(
  store: Pick<Queries, 'files'>,
  caller: Person,
  { action, file_id, package: app }: ActionArguments & { action: PhoneAction },
  prefix = '',
): Promise<{ given: ActionArguments; name: string }> {
  const given = { ...(file_id !== undefined && { file_id }), ...(app !== undefined && { package: app }) }
  const wrong = wrongArgument(action, given)
  if (wrong)
    throw invalidFields({
      [prefix + wrong.name]: wrong.isMissing ? reason('form.problems.required') : reason('jobs.reason.noArgument'),
    })
  if (file_id === undefined) return { given, name: app ?? '' }
  const file = await store.files.visible(caller, file_id)
  if (file === undefined) throw new Refusal(codes.notFound, reason('files.reason.noSuchFile'))
  if (file.status === 'uploading') throw new Refusal(codes.stateForbids, reason('files.reason.notHere'))
  if (file.status === 'damaged') throw new Refusal(codes.stateForbids, reason('files.reason.unreadable'))
  if (action === 'push' && !isSharedName(file.name))
    throw invalidFields({ [`${prefix}file_id`]: reason('files.reason.nameRule') })
  return { given, name: file.name }
}
