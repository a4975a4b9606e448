package dev.actonce.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.actonce.core.execution.ActionResult;
import org.junit.jupiter.api.Test;

/** A hand-written handler on a real socket: where its answers come from, and what they prove. */
class SmtpMailHandlerTest {
  private static final ActionCall CALL =
      Calls.with("{\"to\":\"ann@mail.example\",\"text\":\"hi\"}");

  @Test
  void doubtsAConnectionThatIsLostAfterTheFinalDot() { // A21
    try (FakeSmtpServer server = new FakeSmtpServer(FakeSmtpServer.Ending.CLOSE_AFTER_THE_DOT)) {
      ActionResult result = execute(server);

      assertThat(result).isInstanceOf(ActionResult.Unknown.class);
      assertThat(server.delivered()).singleElement().asString().endsWith("hi\n");
    }
  }

  @Test
  void derivesTheMessageIdFromTheKeySoThatEveryAttemptCarriesTheSame() { // A21
    try (FakeSmtpServer server = new FakeSmtpServer(FakeSmtpServer.Ending.CONFIRM)) {
      assertThat(execute(server))
          .isEqualTo(new ActionResult.Succeeded("null", SmtpMailHandler.messageId(CALL)));
      execute(server);

      assertThat(server.delivered())
          .hasSize(2)
          .allMatch(mail -> mail.startsWith("Message-ID: <" + Calls.KEY + ".2@mail.example>\n"));
    }
  }

  @Test
  void provesThatNothingWasSentWhenTheRecipientIsRefused() {
    try (FakeSmtpServer server = new FakeSmtpServer(FakeSmtpServer.Ending.REFUSE_RECIPIENT)) {
      assertThatThrownBy(() -> execute(server))
          .isInstanceOfSatisfying(
              NotExecutedException.class, e -> assertThat(e.code()).isEqualTo("SMTP_REFUSED"))
          .hasMessage("550 no such user");
      assertThat(server.delivered()).isEmpty();
    }
  }

  private static ActionResult execute(FakeSmtpServer server) {
    return new SmtpMailHandler(server.port()).execute(CALL);
  }
}
