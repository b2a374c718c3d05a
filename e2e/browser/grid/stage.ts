import { invitationTo, type Journey, type Saved } from '#testing';
import { finishedContract } from '../administrator.js';
import { required } from '../pages.js';
import { confirmationFor, linkTo, paidRemoteContract } from '../people.js';
import { escrowFor, newcomer, paidContract, unpaidContract } from '../prepared-people.js';

/** People and contracts in every condition that a screen shows. */
export interface Stage {
  /** Has contracts in several states, receipts, and a finished transcript. */
  anna: Journey;
  finished: Saved;
  unpaid: Saved;
  paid: Saved;
  escrow: Saved;
  /** Its escrow waits for a seller with a long address, who has not said where the money goes. */
  offered: Saved;
  /** Has an account and nothing else. */
  newbie: Journey;
  invitation: string;
  closedInvitation: string;
  /** Where party B of the finished contract says whether it was them. */
  confirmation: string;
}

export async function setStage(): Promise<Stage> {
  const [{ anna, saved: finished }, newbie, waiting, ended] = await Promise.all([
    finishedContract(),
    newcomer(),
    paidRemoteContract(),
    paidRemoteContract(),
  ]);
  const cancelled = invitationTo(required('MAILBOX_URL'), ended.anna.emailB);
  const [unpaid, paid, escrow, offered, invitation, closed] = await Promise.all([
    unpaidContract(anna),
    paidContract(anna),
    paidContract(anna),
    paidContract(anna),
    linkTo(waiting.anna.emailB),
    cancelled,
  ]);
  await anna.save(required('TONE_WEBM'), { isRemoteContract: true }).then(async (remote) => {
    await anna.pay(remote);
    await anna.reaches(remote.agreementId, 'awaiting_party');
  });
  await escrowFor(anna, escrow, 250);
  const sellerEmail = 'maximilian.featherstonehaugh.the.younger@long.name.of.a.company.example.test';
  await anna.ask('POST', '/api/create-escrow-intent', {
    json: { agreementId: offered.agreementId, amount: 99_999.99, sellerEmail, platformFeePercent: 5 },
  });
  const json = { reason: 'We did it in person.' };
  await ended.anna.ask('POST', `/api/agreements/${ended.saved.agreementId}/cancel`, { json });
  const closedInvitation = `/remote-contract/${closed.agreementId}?key=${encodeURIComponent(closed.key ?? '')}`;
  const confirmation = await confirmationFor(finished, anna.emailB);
  return {
    anna,
    finished,
    unpaid,
    paid,
    escrow,
    offered,
    newbie,
    invitation,
    closedInvitation,
    confirmation,
  };
}
