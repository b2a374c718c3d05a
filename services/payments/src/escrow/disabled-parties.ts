import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { type Commit, defineJob, type JobHandler, type JobRun } from '#jobs';
import { Clock } from '#platform';
import { People } from '../agreements/agreements.module.js';
import { isUndecided, undecidedStates } from './escrow.command.js';
import { EscrowEntity } from './escrow.entities.js';
import { ESCROW_ID } from './escrow.repository.js';
import { type CheckPartiesPayload, checkParties, EscrowStore } from './escrow.store.js';

interface StopEscrowsPayload {
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

/** Whose account is shut of the two whom an escrow concerns. Asked of auth, because what tells of it may be late or lost. */
@Injectable()
export class DisabledParties {
  constructor(
    private readonly people: People,
    private readonly clock: Clock,
  ) {}

  /** The buyer before the seller; null: nobody's. */
  async of(escrow: EscrowEntity): Promise<'buyer' | 'seller' | null> {
    if (await this.people.isDisabled(escrow.buyerId)) return 'buyer';
    return this.sellerOf(escrow);
  }

  /** Sellers are known by their address: whoever had it confirmed when they were named, and whoever has now, may be them. */
  async sellerOf({ sellerEmail, createdAt }: EscrowEntity): Promise<'seller' | null> {
    const ids = new Set<number | null>();
    for (const at of [createdAt, this.clock.now()]) ids.add(await this.people.holderOf(sellerEmail, at));
    for (const id of ids) if (id !== null && (await this.people.isDisabled(id))) return 'seller';
    return null;
  }
}

/** What is paid after an account was disabled waits for an administrator from the beginning. */
@Injectable()
export class CheckParties implements JobHandler<CheckPartiesPayload> {
  readonly job = checkParties;

  constructor(
    private readonly parties: DisabledParties,
    private readonly store: EscrowStore,
  ) {}

  async run({ payload: { [ESCROW_ID]: id } }: JobRun<CheckPartiesPayload>): Promise<Commit> {
    const seen = await this.store.look(id);
    const party = seen !== null && isUndecided(seen.state) ? await this.parties.of(seen) : null;
    return async (manager) => {
      if (party === null) return;
      const escrow = await this.store.lock(manager, id);
      await this.store.act(manager, escrow, { command: { do: 'account-disabled', party }, actor: 'admin' });
    };
  }
}
