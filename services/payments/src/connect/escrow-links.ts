import { Injectable } from '@nestjs/common';
import { isSignatureOf, signStatement } from '#platform';
import { PaymentsConfig } from '../config.js';

interface LinkedEscrow {
  id: string;
  agreementId: string;
  sellerEmail: string;
}

const statement = (id: string, sellerEmail: string) => `held-payment:${id}:${sellerEmail}`;

/** Addresses of an escrow's page. The seller's carries the key that stands for a login. */
@Injectable()
export class EscrowLinks {
  constructor(private readonly config: PaymentsConfig) {}

  /** Nothing is stored: the same escrow and seller always have the same key, and another seller has another. */
  key({ id, sellerEmail }: Omit<LinkedEscrow, 'agreementId'>): string {
    return signStatement(this.config.linkSecret, statement(id, sellerEmail));
  }

  isKey({ id, sellerEmail }: Omit<LinkedEscrow, 'agreementId'>, given: string): boolean {
    return isSignatureOf(this.config.linkSecret, statement(id, sellerEmail), given);
  }

  page(agreementId: string | null): string {
    const { publicUrl } = this.config;
    return agreementId === null ? `${publicUrl}/escrow` : `${publicUrl}/escrow?agreementId=${agreementId}`;
  }

  sellerPage(escrow: LinkedEscrow): string {
    return `${this.page(escrow.agreementId)}&key=${encodeURIComponent(this.key(escrow))}`;
  }
}
