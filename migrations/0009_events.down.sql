DROP TABLE webhook_queues, webhook_deliveries, webhook_secrets, webhook_endpoints, event_streams, event_outbox;
