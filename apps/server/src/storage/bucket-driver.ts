import { Readable } from 'node:stream';
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';
import type { StorageConfig } from '../config.ts';
import type { ByteRange, StorageDriver, StorageFile } from './storage-driver.ts';

type BucketConfig = Extract<StorageConfig, { kind: 's3' }>;

/** flydrive's S3 driver, with two additions: writes that end with their source, and range reads. */
export class BucketDriver extends S3Driver implements StorageDriver {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor({ bucket, region, endpoint, credentials, forcePathStyle }: BucketConfig) {
    const client = new S3Client({
      region,
      forcePathStyle,
      ...(endpoint === null ? {} : { endpoint }),
      ...(credentials === null ? {} : { credentials }),
      // Not every store understands AWS's newer checksums. The server checks what it stores on the way in.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      logger: SILENT,
      requestHandler: { connectionTimeout: 5_000, socketTimeout: 60_000 },
    });
    // A bucket is private by default, and many stores refuse an ACL per object.
    super({ client, bucket, visibility: 'private', supportsACL: false });
    this.#client = client;
    this.#bucket = bucket;
  }

  /**
   * An object is stored completely or not at all. flydrive's own method would wait forever for bytes when the source
   * fails.
   */
  override async putStream(
    key: string,
    contents: Readable,
    { contentLength }: { contentLength: number },
  ): Promise<void> {
    const broken = new AbortController();
    contents.once('error', (error) => broken.abort(error));
    const command = new PutObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      Body: contents,
      ContentLength: contentLength,
    });
    await this.#client.send(command, { abortSignal: broken.signal });
  }

  async readRange(key: string, { start, end }: ByteRange): Promise<Readable | null> {
    try {
      const command = new GetObjectCommand({
        Bucket: this.#bucket,
        Key: key,
        Range: `bytes=${start}-${end}`,
      });
      const { Body: body } = await this.#client.send(command);
      if (body instanceof Readable) return body;
      throw new Error('the store answered without a body');
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw error;
    }
  }

  async *listPages(prefix: string): AsyncIterable<StorageFile[]> {
    let paginationToken: string | undefined;
    do {
      const page = await this.listAll(prefix, {
        recursive: true,
        ...(paginationToken === undefined ? {} : { paginationToken }),
      });
      yield [...page.objects].flatMap((entry) =>
        entry.isFile
          ? [{ key: entry.key, writtenAt: async () => (await entry.getMetaData()).lastModified }]
          : [],
      );
      paginationToken = page.paginationToken;
    } while (paginationToken !== undefined);
  }
}

// Errors are thrown, and appear in our own log.
const SILENT = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function ignore(): void {}
