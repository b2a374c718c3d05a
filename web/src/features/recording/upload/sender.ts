import { recordTexts } from '#texts/record';
import { ApiError } from '../../../lib/api/api-error';
import { getSession } from '../../../lib/session/session';

/**
 * Who sends a recording off: who was signed in when it was made, also where nobody is any more; of a visitor's, who is
 * signed in now.
 * @throws ApiError `other_account` while somebody else is signed in: it would become theirs
 */
export function senderOf(made: { userId?: number | undefined }): number | undefined {
  const readerId = getSession().user?.id;
  const senderId = made.userId ?? readerId;
  if (readerId === undefined || readerId === senderId) return senderId;
  throw new ApiError(0, 'other_account', recordTexts.deal.otherAccount, recordTexts.deal.otherAccount);
}
