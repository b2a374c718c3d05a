import { Module } from '@nestjs/common';
import { ServiceClient, ServiceTokens } from '#platform';
import { PaymentsConfig } from '../config.js';
import { CancelledAgreementEntity } from './cancelled-agreements.js';
import { DeletedContentEntity } from './deleted-contents.js';
import { AgreementsClient, AuthClient, People } from './people.js';

export { isCancelled, lockAgreement, lockToPay, markCancelled } from './cancelled-agreements.js';
export { isContentDeleted, markContentDeleted } from './deleted-contents.js';
export { AgreementsClient, AuthClient, type Buyer, People } from './people.js';

export const agreementsEntities = [CancelledAgreementEntity, DeletedContentEntity];

/** What other services know of an agreement and its people, and which agreements are known to be cancelled or deleted. */
@Module({
  providers: [
    People,
    {
      provide: AuthClient,
      inject: [PaymentsConfig, ServiceTokens],
      useFactory: (config: PaymentsConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.authUrl, tokens, 'payments', 'auth'),
    },
    {
      provide: AgreementsClient,
      inject: [PaymentsConfig, ServiceTokens],
      useFactory: (config: PaymentsConfig, tokens: ServiceTokens) =>
        new ServiceClient(config.agreementsUrl, tokens, 'payments', 'agreements'),
    },
  ],
  exports: [People, AuthClient, AgreementsClient],
})
export class AgreementsModule {}
