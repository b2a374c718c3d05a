import { Module } from '@nestjs/common';
import { ServiceClient, ServiceTokens } from '#platform';
import { PaymentsConfig } from '../config.js';
import { CancelledAgreementEntity } from './cancelled-agreements.js';
import { AUTH, People } from './people.js';

export { isCancelled, lockAgreement, lockToPay, markCancelled } from './cancelled-agreements.js';
export { AUTH, type Buyer, People } from './people.js';

export const agreementsEntities = [CancelledAgreementEntity];

/** What other services know of an agreement and its people, and which agreements are known to be cancelled. */
@Module({
  providers: [
    People,
    {
      provide: AUTH,
      inject: [PaymentsConfig, ServiceTokens],
      useFactory: (config: PaymentsConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.authUrl, tokens, 'payments', 'auth'),
    },
    {
      provide: ServiceClient,
      inject: [PaymentsConfig, ServiceTokens],
      useFactory: (config: PaymentsConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.agreementsUrl, tokens, 'payments', 'agreements'),
    },
  ],
  exports: [People, AUTH, ServiceClient],
})
export class AgreementsModule {}
