import { ApiProperty } from '@nestjs/swagger';
import { type ExportFormat, exportFormats, type Language, languages } from '#contracts';
import { type CopyFormat, copyFormats, type PartKind, partKinds } from '../seals/seals.module.js';

export const verificationStatuses = ['valid', 'altered', 'unknown'] as const;

export class VerifiedPart {
  @ApiProperty({ enum: partKinds }) kind: PartKind;
  @ApiProperty({ example: 'audio/party-a.webm', description: 'Of the file in the evidence packet' })
  path: string;
  @ApiProperty({ description: 'SHA-256' }) sha256: string;
  @ApiProperty() bytes: number;
  @ApiProperty({ description: 'Retention has deleted it here; its hash stays' }) isDeleted: boolean;
}

/** Of a seal that a newer one has taken the place of. */
export class VerifiedEarlierPart extends VerifiedPart {
  @ApiProperty({ description: 'Of the seal that holds it' }) version: number;
}

export class VerifiedSeal {
  @ApiProperty() version: number;
  @ApiProperty({ format: 'date-time' }) sealedAt: string;
  @ApiProperty({ description: 'SHA-256 of the manifest, which tells whose packet it is' })
  manifestSha256: string;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'The key that it is signed with came into other hands at this time, and no authority has time-stamped it before: the signature proves nothing by itself',
  })
  keyLeakedAt: string | null;
}

export class VerifiedCopy {
  @ApiProperty({ enum: copyFormats, description: '`preview`: its first seconds' }) format: CopyFormat;
  @ApiProperty({ enum: ['a', 'b'] }) party: 'a' | 'b';
  @ApiProperty({ description: 'SHA-256' }) sha256: string;
  @ApiProperty() bytes: number;
}

/** What the asked file is, if we have made it of a sealed transcript. */
export class VerifiedTranscriptCopy {
  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'Of the last seal that has the words which it was made from; null where others took their place before the first seal',
  })
  version: number | null;
  @ApiProperty({ enum: [...exportFormats] }) format: ExportFormat;
  @ApiProperty({ enum: [...languages], description: 'Of what stands around the words' }) language: Language;
  @ApiProperty() bytes: number;
  @ApiProperty({ format: 'date-time', description: 'When it was first handed out' }) exportedAt: string;
  @ApiProperty({ description: 'The owner says who a speaker is, whatever is sealed' })
  areSpeakersNamed: boolean;
}

export class VerifiedAddition {
  @ApiProperty({ example: 'timestamp.tsr' }) path: string;
  @ApiProperty({ description: 'SHA-256' }) sha256: string;
  @ApiProperty({ description: 'Of the seal in whose packet it is' }) version: number;
}

/** What anybody may know of a sealed agreement: hashes and times, no names and no words. */
export class Verification {
  @ApiProperty({
    enum: verificationStatuses,
    description: '`altered`: what we keep is not as it was sealed; `unknown`: nothing is sealed under it',
  })
  status: (typeof verificationStatuses)[number];
  @ApiProperty({ type: String, nullable: true, example: '4207731958026614' }) agreementId: string | null;
  @ApiProperty({ type: Number, nullable: true, description: 'Of the newest seal' }) version: number | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) completedAt: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) sealedAt: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Published in keys.json' }) keyId: string | null;
  @ApiProperty({ type: String, nullable: true }) manifestSha256: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'What the time-stamping authority says, when there is a time stamp',
  })
  timestampAt: string | null;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'When the files of the newest seal were last read and compared, in the check of each night; null before the first',
  })
  checkedAt: string | null;
  @ApiProperty({
    type: [VerifiedSeal],
    description: 'All of them, oldest first: the last is the one that counts',
  })
  seals: VerifiedSeal[];
  @ApiProperty({ type: [VerifiedPart], description: 'Of the newest seal' }) parts: VerifiedPart[];
  @ApiProperty({
    type: [VerifiedEarlierPart],
    description: 'Of the seals before, without what the newest has, too: they are as they were sealed then',
  })
  earlierParts: VerifiedEarlierPart[];
  @ApiProperty({
    type: [VerifiedAddition],
    description:
      'What stands beside the parts in the packets of all seals: signatures, time stamp, daily head',
  })
  additions: VerifiedAddition[];
  @ApiProperty({
    type: [VerifiedCopy],
    description:
      'What we have made of the sealed recordings so that they can be heard anywhere; not the originals',
  })
  copies: VerifiedCopy[];
  @ApiProperty({
    type: VerifiedTranscriptCopy,
    nullable: true,
    description:
      'Where a hash was asked for: the file is a copy of a sealed transcript in another format, and not what was sealed',
  })
  transcriptCopy: VerifiedTranscriptCopy | null;
  @ApiProperty({
    description:
      'Where a hash was asked for: several sealed agreements have this file. Of a recording, the first that was sealed is answered; of a file that names no agreement, none',
  })
  isOfSeveral: boolean;
}

export const unknownVerification: Verification = {
  status: 'unknown',
  agreementId: null,
  version: null,
  completedAt: null,
  sealedAt: null,
  keyId: null,
  manifestSha256: null,
  timestampAt: null,
  checkedAt: null,
  seals: [],
  parts: [],
  earlierParts: [],
  additions: [],
  copies: [],
  transcriptCopy: null,
  isOfSeveral: false,
};

export class PublishedKey {
  @ApiProperty({ example: '9f2c1e7b5a3d4c6e', description: 'SHA-256 of the key in DER, 16 digits' })
  keyId: string;
  @ApiProperty({ enum: ['Ed25519'] }) algorithm: 'Ed25519';
  @ApiProperty({ description: 'SubjectPublicKeyInfo as PEM' }) publicKey: string;
  @ApiProperty({ description: 'New seals are signed with it' }) isCurrent: boolean;
  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'Others have it since then: what it signed counts where an authority has time-stamped it before',
  })
  leakedAt: string | null;
}

export class PublishedKeys {
  @ApiProperty({ type: [PublishedKey] }) keys: PublishedKey[];
}

/** The signed end of all logs of a day. */
export class PublishedLogHead {
  @ApiProperty({ format: 'date', example: '2026-11-24' }) day: string;
  @ApiProperty({ description: 'How many logs' }) agreements: number;
  @ApiProperty({ description: 'SHA-256 over the ends of all logs' }) sha256: string;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Of the Merkle tree (RFC 6962) over the ends: a packet has the path to it',
  })
  root: string | null;
  @ApiProperty({ description: 'Ed25519 over the statement, base64url' }) signature: string;
  @ApiProperty() keyId: string;
  @ApiProperty({ description: 'What is signed' }) statement: string;
}

export class PublishedLogHeads {
  @ApiProperty({ type: [PublishedLogHead] }) heads: PublishedLogHead[];
}
