import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { type Commit, defineJob, type JobHandler, type JobRun } from '#jobs';
import { People } from '../agreements/agreements.module.js';
import { undecidedStates } from './escrow.command.js';
import { EscrowEntity } from './escrow.entities.js';
import { EscrowStore } from './escrow.store.js';

export interface StopEscrowsPayload {
  userId: number;
}

/** Leaves the undecided escrows of an account that was disabled to an administrator. */
export const stopEscrows = defineJob<StopEscrowsPayload>('stop-escrows', {
  attempts: 10,
  backoffMs: 1000,
  concurrency: 2,
});

@Injectable()
export class StopEscrows implements JobHandler<StopEscrowsPayload> {
  readonly job = stopEscrows;

  constructor(
    private readonly people: People,
    private readonly store: EscrowStore,
  ) {}

  async run({ payload: { userId } }: JobRun<StopEscrowsPayload>): Promise<Commit> {
    const { email, isEmailVerified, isDisabled } = await this.people.account(userId);
    // It may be open again by now. The release before does not say.
    if (isDisabled === false) return () => Promise.resolve();
    // Sellers are known by their address, and anybody may name a stranger's for an account.
    const sellerEmail = isEmailVerified ? email.trim().toLowerCase() : null;
    return (manager) => this.stop(manager, userId, sellerEmail);
  }

  private async stop(manager: EntityManager, buyerId: number, sellerEmail: string | null): Promise<void> {
    const state = In(undecidedStates);
    const all = await manager.find(EscrowEntity, {
      where: [{ state, buyerId }, ...(sellerEmail === null ? [] : [{ state, sellerEmail }])],
      order: { id: 'asc' },
      lock: { mode: 'pessimistic_write' },
    });
    for (const escrow of all) {
      const party = escrow.buyerId === buyerId ? 'buyer' : 'seller';
      await this.store.act(manager, escrow, { command: { do: 'account-disabled', party }, actor: 'admin' });
    }
  }
}
