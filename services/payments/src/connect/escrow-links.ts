import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PaymentsConfig } from '../config.js';

interface LinkedEscrow {
  id: string;
  agreementId: string;
  sellerEmail: string;
}

/** Addresses of an escrow's page. The seller's carries the key that stands for a login. */
@Injectable()
export class EscrowLinks {
  constructor(private readonly config: PaymentsConfig) {}

  /** Nothing is stored: the same escrow and seller always have the same key, and another seller has another. */
  key({ id, sellerEmail }: Omit<LinkedEscrow, 'agreementId'>): string {
    return createHmac('sha256', this.config.linkSecret)
      .update(`held-payment:${id}:${sellerEmail}`)
      .digest('base64url');
  }

  /** Takes the same time whichever character differs. */
  isKey(escrow: Omit<LinkedEscrow, 'agreementId'>, given: string): boolean {
    const expected = Buffer.from(this.key(escrow));
    const actual = Buffer.from(given);
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  }

  page(agreementId: string | null): string {
    const { publicUrl } = this.config;
    return agreementId === null ? `${publicUrl}/escrow` : `${publicUrl}/escrow?agreementId=${agreementId}`;
  }

  sellerPage(escrow: LinkedEscrow): string {
    return `${this.page(escrow.agreementId)}&key=${encodeURIComponent(this.key(escrow))}`;
  }
}
